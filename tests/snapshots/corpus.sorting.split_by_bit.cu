typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void split_by_bit(
    u32 bit,
    const u32* __restrict__ zeros, usize zeros_len,
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        const u32 one = x[i] >> (bit & 31) & 1;
        const usize last = x_len - 1;
        const u32 total = zeros[kiln.at(last, zeros_len, 7)] + (1 - (x[last] >> (bit & 31) & 1));
        const usize place = one == 0 ? (usize)zeros[kiln.at(i, zeros_len, 11)] : (usize)total + i - (usize)zeros[kiln.at(i, zeros_len, 13)];
        out[kiln.at(place, out_len, 16)] = x[i];
    }
}
