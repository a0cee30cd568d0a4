typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

namespace kiln {

template <typename T> __device__ __forceinline__ T reverse_bits(T x) {
    if constexpr (sizeof(T) == 8) {
        return (T)__brevll((u64)x);
    } else {
        return (T)(__brev((u32)x) >> (32 - 8 * sizeof(T)));
    }
}

} // namespace kiln

extern "C" __global__ void van_der_corput(float* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = (float)(kiln::reverse_bits((u32)i) >> 8) / 16777216.0f;
    }
}
