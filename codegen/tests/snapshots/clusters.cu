// least: sm_90
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

// prelude: atomic_load.942bb3b5 cluster_at.c8a6ffa3 unsigned_by_size.3ee267ca cluster_fetch_add.8db3c146
//   cluster_id.6feee686 cluster_load.37a1dccb cluster_rank.a4818bbf cluster_size.afcdcac1 cluster_store.26ab2b3b
//   fail_record.18877a3b fail.ebbbc3a8 limits.6be52157 launch_info.11170c8c

extern "C" __global__ void __cluster_dims__(2, 2, 1) __launch_bounds__(64) clusters(
    float* __restrict__ x, usize x_len,
    u8* __restrict__ y, usize y_len,
    u32* __restrict__ counts, usize counts_len,
    i64* sums, usize sums_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<float, 64> tile;
    __shared__ __align__(16) array<array<u8, 2>, 64> bytes;
    __shared__ array<u32, 1> total;
    __shared__ array<i64, 1> most;
    const usize t = (usize)threadIdx.x;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    tile[kiln.at(t, 64, 8)] = x[kiln.at(i, x_len, 7)];
    bytes[kiln.at(t, 64, 11)][1] = y[kiln.at(i, y_len, 10)];
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    const usize other = kiln.rem(kiln::cluster_rank() + 1, kiln::cluster_size(), 15);
    const usize rank = other;
    if (rank >= 4) {
        kiln.fail(19, (u64)rank);
    }
    x[kiln.at(i, x_len, 20)] = kiln::cluster_load(tile[kiln.at(63 - t, 64, 18)], rank);
    const u8 saved = y[kiln.at(i, y_len, 24)];
    const usize rank_1 = other;
    if (rank_1 >= 4) {
        kiln.fail(25, (u64)rank_1);
    }
    kiln::cluster_store(bytes[kiln.at(t, 64, 22)][0], rank_1, saved);
    const usize rank_2 = 0;
    if (rank_2 >= 4) {
        kiln.fail(28, (u64)rank_2);
    }
    kiln::cluster_fetch_add(total[0], rank_2, (u32)t);
    const usize rank_3 = 1;
    if (rank_3 >= 4) {
        kiln.fail(31, (u64)rank_3);
    }
    kiln::cluster_fetch_add(most[0], rank_3, -1ll);
    asm volatile("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;" ::: "memory");
    y[kiln.at(i, y_len, 36)] = bytes[kiln.at(t, 64, 34)][0];
    const u32 value = kiln::atomic_load(&total[0]);
    counts[kiln.at(i, counts_len, 39)] = value + (u32)kiln::cluster_id();
}
