typedef unsigned long long usize;

extern "C" __global__ void stencil(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < x_len && i < y_len) {
        y[i] = x[i - 1] + x[i] + x[i + 1];
    }
}
