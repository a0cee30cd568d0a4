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
