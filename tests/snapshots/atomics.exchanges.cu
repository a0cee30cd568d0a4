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

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

// Compare-and-swap until nobody came between.
template <typename T, typename F> __device__ __forceinline__ T atomic_update(T* place, F next) {
    typedef unsigned_of<T> U;
    U old = *(volatile U*)place;
    for (;;) {
        const T value = next(reinterpret_cast<const T&>(old));
        const U seen = atomicCAS((U*)place, old, reinterpret_cast<const U&>(value));
        if (seen == old) return reinterpret_cast<const T&>(old);
        old = seen;
    }
}

template <typename T> __device__ __forceinline__ T greatest(T a, T b) {
    if constexpr (__is_class(T)) return T(fmaxf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b > a ? b : a;
    else return fmax(a, b);
}

template <typename T> __device__ __forceinline__ T atomic_max(T* place, T value) {
    return atomic_update(place, [=](T old) { return greatest(old, value); });
}

template <typename T> __device__ __forceinline__ T least(T a, T b) {
    if constexpr (__is_class(T)) return T(fminf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b < a ? b : a;
    else return fmin(a, b);
}

template <typename T> __device__ __forceinline__ T atomic_min(T* place, T value) {
    return atomic_update(place, [=](T old) { return least(old, value); });
}

template <typename T> __device__ __forceinline__ T atomic_nand(T* place, T value) {
    return atomic_update(place, [=](T old) { return (T)~(old & value); });
}

template <typename T> __device__ __forceinline__ void atomic_store(T* place, T value) { *(volatile T*)place = value; }

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

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void exchanges(
    u32* bits, usize bits_len,
    float* floats, usize floats_len,
    i64* signed_, usize signed_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 2> total;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    // The complement, as often as there are threads, and an odd number of times.
    __threadfence();
    kiln::atomic_nand(&bits[kiln.at(0, bits_len, 3)], 4294967295u);
    __threadfence();
    if (i < 99) {
        kiln::atomic_nand(&bits[kiln.at(1, bits_len, 6)], 4294967295u);
    }
    // A maximum by hand, of squares.
    const float mine = (float)(i * i);
    float seen = kiln::atomic_load(&floats[kiln.at(0, floats_len, 9)]);
    __threadfence();
    while (true) {
        bool condition = seen < mine;
        if (condition) {
            const float expected = seen;
            __threadfence();
            const float old = __uint_as_float(atomicCAS((u32*)&floats[0], __float_as_uint(expected), __float_as_uint(mine)));
            __threadfence();
            const bool exchanged = __float_as_uint(old) == __float_as_uint(expected);
            condition = !exchanged;
        }
        if (!condition) {
            break;
        }
        seen = kiln::atomic_load(&floats[0]);
    }
    kiln::atomic_max(&floats[kiln.at(1, floats_len, 15)], mine);
    __threadfence();
    kiln::atomic_min(&floats[kiln.at(2, floats_len, 17)], -mine);
    __threadfence();
    (i64)atomicAnd((u64*)&signed_[kiln.at(0, signed_len, 19)], (u64)((i64)((u64)-1 - (1ull << (i % 7 & 63)))));
    if (t < 2) {
        kiln::atomic_store(&total[t], 0u);
    }
    __syncthreads();
    u32 old = 0;
    while (true) {
        const u32 expected = old;
        const u32 old_1 = atomicCAS(&total[0], expected, old + (u32)t);
        const bool exchanged = old_1 == expected;
        const u32 found = old_1;
        if (found == old) {
            break;
        }
        old = found;
    }
    __threadfence();
    __syncthreads();
    const u32 value = kiln::atomic_load(&total[0]);
    __threadfence();
    const u32 expected = 9;
    __threadfence();
    const u32 old_1 = atomicCAS(&total[1], expected, 8u);
    __threadfence();
    const bool exchanged = old_1 == expected;
    u32 found = old_1;
    if (!exchanged) {
        const u32 seen_1 = old_1;
        found = seen_1 + 1000;
    }
    out[kiln.at(i, out_len, 38)] = value + found;
}
