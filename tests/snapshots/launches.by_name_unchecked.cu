typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void by_name_unchecked(u32* __restrict__ out, usize out_len) {
    out[(usize)blockIdx.x * blockDim.x + threadIdx.x] = 9;
}
