typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void __launch_bounds__(64) shaped(u32* __restrict__ out, usize out_len) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (y * 20 + x < out_len && x < 20) {
        out[y * 20 + x] = (u32)(usize)blockDim.x * 100 + (u32)(usize)blockDim.y;
    }
}
