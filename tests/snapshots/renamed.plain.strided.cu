typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void strided(const u32* __restrict__ x, usize x_len, u32* __restrict__ y, usize y_len) {
    usize i = (usize)blockIdx.x * (usize)blockDim.x + (usize)threadIdx.x;
    while (i < y_len && i < x_len) {
        y[i] = x[i] * 3;
        i += (usize)blockDim.x * (usize)gridDim.x;
    }
}
