// least: sm_90
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: cluster_at.c8a6ffa3 cluster_load.37a1dccb fail_record.18877a3b fail.ebbbc3a8 launch_info.0ebfcadc

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(32) dynamic_tiles(
    double* __restrict__ x, usize x_len,
    usize rank,
    const kiln::launch_info kiln
) {
    extern __shared__ __align__(16) u8 shared_memory[];
    double* const tile = (double*)shared_memory;
    const usize tile_len = kiln.shared_len;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    tile[kiln.at((usize)threadIdx.x, tile_len, 5)] = x[kiln.at(i, x_len, 4)];
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    const usize rank_1 = rank;
    if (rank_1 >= 2) {
        kiln.fail(10, (u64)rank_1);
    }
    const double other = kiln::cluster_load(tile[(usize)threadIdx.x], rank_1);
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    x[i] = other + 1.0;
}
