template <typename T> __device__ __forceinline__ void store_16(T& target, const T& source) {
    const uint4 bits = *(const uint4*)&source;
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                 :: "l"(&target), "r"(bits.x), "r"(bits.y), "r"(bits.z), "r"(bits.w) : "memory");
}
