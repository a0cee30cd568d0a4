template <typename T> __device__ __forceinline__ void async_copy_4(T& target, const T& source, u32 bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
                 :: "r"(shared_address(&target)), "l"(&source), "r"(bytes) : "memory");
}
