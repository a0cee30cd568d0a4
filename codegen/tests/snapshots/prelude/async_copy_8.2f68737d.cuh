template <typename T> __device__ __forceinline__ void async_copy_8(T& target, const T& source, u32 bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :: "r"(shared_address(&target)), "l"(&source), "r"(bytes) : "memory");
}
