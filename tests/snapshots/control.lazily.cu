typedef unsigned int u32;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: filled.c4c772b2

extern "C" __global__ void lazily(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize n = out_len;
    const array<u32, 500> few = kiln::filled<500>(0u);
    // The right operand would be out of bounds where the left one decides.
    if (i < n && out[i] == 0 && (i >= 500 || few[i] < 100)) {
        out[i] = i > 0 && (i % 2 == 0 || i % 7 == 0) ? 1u : 2u;
    }
}
