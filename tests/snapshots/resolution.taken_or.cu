typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void taken_or(
    i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    if ((usize)blockIdx.x * blockDim.x + threadIdx.x == 0) {
        const bool there = 0ull < x_len;
        i32 copied;
        if (there) {
            copied = x[0];
        }
        x[kiln.at(0, x_len, 4)] = 40;
        i32 value = 1;
        if (there) {
            value = copied;
        }
        const i32 other = value;
        out[kiln.at(0, out_len, 7)] = other;
    }
}
