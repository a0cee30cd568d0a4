typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void twice_of_two_widths(
    u32 width,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize wide = i * (usize)width;
    const usize narrow = (usize)((u32)i * width);
    x[kiln.at(wide, x_len, 4)] = 1;
    x[kiln.at(narrow, x_len, 6)] = 2;
}
