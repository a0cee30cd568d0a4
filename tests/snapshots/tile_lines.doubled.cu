typedef unsigned long long usize;

extern "C" __global__ void doubled(float* __restrict__ x, usize x_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        x[i] *= 2.0f;
    }
}
