typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void found(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        u32 k = 0;
        u32 square;
        while (true) {
            k += 1;
            if (k * k > (u32)i) {
                square = k * k;
                break;
            }
        }
        u32 rest;
        {
            if (square > 500) {
                rest = 1;
                goto break_1;
            }
            const u32 twice = square * 2;
            if (twice > 500) {
                rest = 2;
                goto break_1;
            }
            rest = 3;
        }
        break_1:;
        out[i] = square * 10 + rest;
    }
}
