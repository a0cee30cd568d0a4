template <typename T> __device__ __forceinline__ void ldmatrix_x4_trans(u32& target, const T& source) {
    u32* d = &target;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(shared_address(&source)) : "memory");
}
