template <typename T> __device__ __forceinline__ T cluster_load(const T& source, usize rank) {
    return *cluster_at(&source, rank);
}
