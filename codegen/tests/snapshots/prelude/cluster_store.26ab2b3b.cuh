template <typename T> __device__ __forceinline__ void cluster_store(T& target, usize rank, T value) {
    *cluster_at(&target, rank) = value;
}
