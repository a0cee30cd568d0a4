typedef int i32;
typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void unchecked_parts(
    const i32* __restrict__ x, usize x_len,
    usize n,
    i32* __restrict__ out, usize out_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const i32 saved = (x + n)[i];
        i32 sum = 0;
        for (usize turn = 0, turn_end = n + 4 - n; turn < turn_end; ++turn) {
            (u32&)sum += (x + n)[turn];
        }
        out[i] = (i32)((u32)saved + sum);
    }
}
