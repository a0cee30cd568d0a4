typedef unsigned int u32;
typedef unsigned long long usize;

__device__ __forceinline__ u32 stepped(usize i) {
    return (u32)i * 3;
}

extern "C" __global__ void by_name_with_captures(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const u32 value = stepped(i);
        out[i] = value + 3;
    }
}
