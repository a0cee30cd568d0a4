typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void branches(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= out_len) {
        return;
    }
    u32 kind;
    if (i % 3 == 0) {
        const usize twice = i * 2;
        kind = (u32)twice;
    } else if (i % 3 == 1) {
        kind = 7;
    } else {
        if (i % 2 == 0) {
            out[i] = 1000;
            return;
        }
        kind = 9;
    }
    out[i] = kind + 1;
}
