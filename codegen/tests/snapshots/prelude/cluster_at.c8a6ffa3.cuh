// Where an element of this block's shared memory lies in that of another block of the cluster.
template <typename T> __device__ __forceinline__ T* cluster_at(T* element, usize rank) {
    T* other;
    asm("mapa.u64 %0, %1, %2;" : "=l"(other) : "l"(element), "r"((u32)rank));
    return other;
}
