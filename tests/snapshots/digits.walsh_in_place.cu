typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void walsh_in_place(
    u32 bit,
    i32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize t = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize stride = 1ull << (bit & 63);
    if (t < x_len && (t & stride) == 0) {
        const i32 saved = x[t];
        const i32 saved_1 = x[kiln.at(t + stride, x_len, 6)];
        const i32 a = saved;
        const i32 b = saved_1;
        x[t] = (i32)((u32)a + b);
        x[t + stride] = (i32)((u32)a - b);
    }
}
