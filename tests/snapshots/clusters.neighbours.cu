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

namespace kiln {

template <typename T> __device__ __forceinline__ T atomic_load(T* place) { return *(volatile T*)place; }

template <typename T> __device__ __forceinline__ void atomic_store(T* place, T value) { *(volatile T*)place = value; }

// Where an element of this block's shared memory lies in that of another block of the cluster.
template <typename T> __device__ __forceinline__ T* cluster_at(T* element, usize rank) {
    T* other;
    asm("mapa.u64 %0, %1, %2;" : "=l"(other) : "l"(element), "r"((u32)rank));
    return other;
}

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> __device__ __forceinline__ T cluster_fetch_add(T& target, usize rank, T value) {
    T* other = cluster_at(&target, rank);
    if constexpr ((T)0.5 == 0) {
        return (T)atomicAdd((unsigned_of<T>*)other, (unsigned_of<T>)value);
    } else {
        return atomicAdd(other, value);
    }
}

__device__ __forceinline__ usize cluster_id() {
    u32 x, y, z, width, height;
    asm("mov.u32 %0, %clusterid.x;" : "=r"(x));
    asm("mov.u32 %0, %clusterid.y;" : "=r"(y));
    asm("mov.u32 %0, %clusterid.z;" : "=r"(z));
    asm("mov.u32 %0, %nclusterid.x;" : "=r"(width));
    asm("mov.u32 %0, %nclusterid.y;" : "=r"(height));
    return x + (usize)width * (y + (usize)height * z);
}

template <typename T> __device__ __forceinline__ T cluster_load(const T& source, usize rank) {
    return *cluster_at(&source, rank);
}

__device__ __forceinline__ usize cluster_rank() {
    u32 rank;
    asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
    return rank;
}

__device__ __forceinline__ usize cluster_size() {
    u32 size;
    asm("mov.u32 %0, %cluster_nctarank;" : "=r"(size));
    return size;
}

template <typename T> __device__ __forceinline__ void cluster_store(T& target, usize rank, T value) {
    *cluster_at(&target, rank) = value;
}

struct fail_record {
    u32 state, site, kernel, launch;
    u32 block[3], thread[3];
    u64 values[4];
};

// Ends the thread; the first one to fail tells the host why.
__device__ __noinline__ [[noreturn]] void fail(
    fail_record* record, u32 kernel, u32 launch, u32 site, u64 a, u64 b, u64 c, u64 d
) {
    if (*(volatile u32*)&record->state == 0 && atomicCAS(&record->state, 0u, 1u) == 0) {
        record->site = site;
        record->kernel = kernel;
        record->launch = launch;
        record->block[0] = blockIdx.x, record->block[1] = blockIdx.y, record->block[2] = blockIdx.z;
        record->thread[0] = threadIdx.x, record->thread[1] = threadIdx.y, record->thread[2] = threadIdx.z;
        record->values[0] = a, record->values[1] = b, record->values[2] = c, record->values[3] = d;
        __threadfence_system();
    }
    asm volatile("exit;");
    __builtin_unreachable();
}

template <typename T> __device__ __forceinline__ T lane_xor(T value, u32 bits) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> own = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_xor_sync(0xffffffffu, (u32)own, (i32)bits);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_xor_sync(0xffffffffu, value, (i32)bits);
    }
}

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

// A shuffle for every type: the machine moves 32 bits, so that narrower values travel in a wider one.
template <typename T> __device__ __forceinline__ T exchange(u32 active, T value, u32 source) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_sync(active, (u32)bits, (i32)source);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_sync(active, value, (i32)source);
    }
}

template <typename T> __device__ __forceinline__ T masked_shuffle(T value, u32 lane, u32 mask) {
    return exchange(mask, value, lane);
}

template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}

__device__ __forceinline__ usize warp_id() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}

__device__ __forceinline__ u32 warp_sum_u32(u32 value) {
    const u32 active = __activemask();
    u32 value_1;
    if (active == 4294967295u) {
        const u32 other = kiln::lane_xor(value, 16u);
        const u32 of_2 = value + other;
        const u32 other_1 = kiln::lane_xor(of_2, 8u);
        const u32 of_4 = of_2 + other_1;
        const u32 other_2 = kiln::lane_xor(of_4, 4u);
        const u32 of_8 = of_4 + other_2;
        const u32 other_3 = kiln::lane_xor(of_8, 2u);
        const u32 of_16 = of_8 + other_3;
        const u32 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 + other_4;
    } else {
        u32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all + other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    template <typename T> __device__ __forceinline__ T rem(T a, T b, u32 site) const {
        return (T)(a % divisor(a, b, site));
    }
};

} // namespace kiln

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

extern "C" __global__ void __cluster_dims__(2, 2, 1) neighbours(
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
