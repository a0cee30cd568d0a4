typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

namespace kiln {

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

} // namespace kiln

extern "C" __global__ void labels(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        u32 sum = 0;
        for (u32 a = 0; a < 20; ++a) {
            {
                for (const u32 b : kiln::range<u32>(a, 20, 1, true, true)) {
                    if (b % 5 == (u32)i % 5) {
                        goto continue_0;
                    }
                    if (a * b > 100 + (u32)i) {
                        goto break_0;
                    }
                    sum += a ^ b;
                }
            }
            continue_0:;
        }
        break_0:;
        out[i] = sum;
    }
}
