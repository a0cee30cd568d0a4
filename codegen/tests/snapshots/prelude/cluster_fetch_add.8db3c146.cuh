template <typename T> __device__ __forceinline__ T cluster_fetch_add(T& target, usize rank, T value) {
    T* other = cluster_at(&target, rank);
    if constexpr ((T)0.5 == 0) {
        return (T)atomicAdd((unsigned_of<T>*)other, (unsigned_of<T>)value);
    } else {
        return atomicAdd(other, value);
    }
}
