typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void add(const u32* __restrict__ x, usize x_len, u32* __restrict__ y, usize y_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len && i < y_len) {
        y[i] += x[i];
    }
}
