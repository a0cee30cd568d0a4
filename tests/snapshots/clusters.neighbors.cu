// least: sm_90
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: atomic_load.942bb3b5 atomic_store.bdf318a5 cluster_at.c8a6ffa3 unsigned_by_size.3ee267ca
//   cluster_fetch_add.8db3c146 cluster_id.6feee686 cluster_load.37a1dccb cluster_rank.a4818bbf cluster_size.afcdcac1
//   cluster_store.26ab2b3b fail_record.18877a3b fail.ebbbc3a8 lane_xor.0e2ead84 limits.6be52157 exchange.3a989a11
//   masked_shuffle.9afe57d0 trailing_zeros.9737c9bc warp_id.9350e530 warp_sum_u32.acea2775 launch_info.11170c8c

__device__ __forceinline__ u32 sum_of_cluster(u32 value, const kiln::launch_info& kiln) {
    __shared__ array<u32, 1> total;
    __shared__ __align__(16) array<u32, 1> sum;
    const bool first = (usize)threadIdx.x + (usize)threadIdx.y == 0;
    if (first) {
        kiln::atomic_store(&total[0], 0u);
    }
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    const usize rank = 0;
    if (rank >= kiln::cluster_size()) {
        kiln.fail(9, (u64)rank);
    }
    kiln::cluster_fetch_add(total[0], rank, value);
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    if (first && kiln::cluster_rank() == 0) {
        for (usize rank_1 = 0, rank_1_end = kiln::cluster_size(); rank_1 < rank_1_end; ++rank_1) {
            const u32 value_1 = kiln::atomic_load(&total[0]);
            const usize rank_2 = rank_1;
            if (rank_2 >= kiln::cluster_size()) {
                kiln.fail(18, (u64)rank_2);
            }
            kiln::cluster_store(sum[0], rank_2, value_1);
        }
    }
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    return sum[0];
}

extern "C" __global__ void __cluster_dims__(2, 2, 1) neighbors(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    u32* __restrict__ places, usize places_len,
    u32* __restrict__ sums, usize sums_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<array<u32, 5>, 7> tile;
    const usize here = (usize)threadIdx.x + 5 * (usize)threadIdx.y;
    const usize i = ((usize)blockIdx.x + (usize)gridDim.x * (usize)blockIdx.y) * 35 + here;
    tile[kiln.at((usize)threadIdx.y, 7, 29)][kiln.at((usize)threadIdx.x, 5, 30)] = x[kiln.at(i, x_len, 28)];
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    const usize next = kiln.rem(kiln::cluster_rank() + 1, kiln::cluster_size(), 33);
    const usize rank = next;
    if (rank >= 4) {
        kiln.fail(38, (u64)rank);
    }
    out[kiln.at(i, out_len, 39)] = kiln::cluster_load(tile[6 - (usize)threadIdx.y][(usize)threadIdx.x], rank);
    const usize gx = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize gy = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    places[kiln.at(i, places_len, 42)] = (u32)(kiln::cluster_rank() + 10 * kiln::cluster_id() + 1000 * (gx + 100 * gy) + 1000000 * kiln::warp_id()) + 100000000 * ((u32)(usize)blockDim.y - 7);
    const u32 value = sum_of_cluster(x[i], kiln);
    const u32 value_1 = kiln::warp_sum_u32(1u);
    sums[kiln.at(i, sums_len, 45)] = value + 1000000 * value_1;
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
}
