typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void two_axes(usize width, u32* __restrict__ out, usize out_len) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y * width + x < out_len) {
        out[y * width + x] = 1;
    }
}
