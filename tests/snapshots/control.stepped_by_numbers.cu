typedef signed char i8;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

namespace kiln {

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

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

// The values of a Rust range, for loops whose counter would pass the end of its type.
template <typename T> struct range {
    T first, last;
    unsigned_of<T> step;
    bool any, reversed;

    struct iterator {
        T value, last;
        unsigned_of<T> step;
        bool more;

        __device__ __forceinline__ T operator*() const { return value; }
        __device__ __forceinline__ bool operator!=(const iterator&) const { return more; }
        __device__ __forceinline__ void operator++() {
            more = value != last;
            value = (T)((unsigned_of<T>)value + step);
        }
    };

    // `start..end`, or `start..=end`, by `step`.
    __device__ __forceinline__ range(T start, T end, T by, bool inclusive, bool reversed)
        : first(start), step((unsigned_of<T>)by), any(inclusive ? start <= end : start < end), reversed(reversed) {
        typedef unsigned_of<T> U;
        const U distance = (U)((U)end - (U)start - (inclusive ? 0 : 1));
        last = by == 1 ? (T)((U)start + distance) : (T)((U)start + distance / step * step);
    }
    __device__ __forceinline__ iterator begin() const {
        if (reversed) return {last, first, (unsigned_of<T>)(0 - step), any};
        return {first, last, step, any};
    }
    __device__ __forceinline__ iterator end() const { return begin(); }
};

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

extern "C" __global__ void stepped_by_numbers(
    const i8* __restrict__ ends, usize ends_len,
    const u64* __restrict__ far, usize far_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        i64 sum = 0;
        u64 turns = 0;
        for (const i8 k : kiln::range<i8>(-128, ends[kiln.at(i, ends_len, 5)], 3, false, false)) {
            sum = (i64)(sum * 3ull + (i64)k);
            turns += 1;
        }
        for (const i8 k : kiln::range<i8>(5, ends[i], 100, false, false)) {
            sum = (i64)(sum * 3ull + (i64)k);
            turns += 1;
        }
        for (const u8 k : kiln::range<u8>((u8)ends[i], 255, 7, false, false)) {
            sum = (i64)(sum * 3ull + (i64)k);
            turns += 1;
        }
        for (
            const u64 k : kiln::range<u64>(18446744073709551615ull - 20, far[kiln.at(i, far_len, 17)], 16, false, false)
        ) {
            sum = (i64)(sum * 3ull) ^ (i64)k;
            turns += 1;
        }
        for (const u64 k : kiln::range<u64>(0, far[i], 4611686018427387903ull, false, false)) {
            sum = (i64)(sum * 3ull) ^ (i64)k;
            turns += 1;
        }
        out[i] = (u64)sum ^ turns << 56;
    }
}
