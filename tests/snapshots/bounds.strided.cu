typedef unsigned long long usize;

extern "C" __global__ void strided(float* __restrict__ x, usize x_len) {
    usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize step = (usize)blockDim.x * (usize)gridDim.x;
    while (i < x_len) {
        x[i] = x[i] + 1.0f;
        i += step;
    }
}
