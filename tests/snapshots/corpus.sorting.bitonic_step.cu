typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void bitonic_step(usize k, usize j, u32* __restrict__ x, usize x_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize other = i ^ j;
    if (i < x_len && other > i && other < x_len) {
        const u32 saved = x[i];
        const u32 saved_1 = x[other];
        const u32 a = saved;
        const u32 b = saved_1;
        if (a > b == ((i & k) == 0)) {
            x[i] = b;
            x[other] = a;
        }
    }
}
