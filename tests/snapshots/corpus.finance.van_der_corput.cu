typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: reverse_bits.a95dbe7c

extern "C" __global__ void van_der_corput(float* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = (float)(kiln::reverse_bits((u32)i) >> 8) / 16777216.0f;
    }
}
