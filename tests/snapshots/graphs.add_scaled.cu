typedef unsigned long long usize;

extern "C" __global__ void add_scaled(
    float a,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < y_len && i < x_len) {
        y[i] += a * x[i];
    }
}
