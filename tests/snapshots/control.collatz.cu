typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

extern "C" __global__ void collatz(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        u64 n = (u64)i + 1;
        u32 steps = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps += 1;
        }
        out[i] = steps;
    }
}
