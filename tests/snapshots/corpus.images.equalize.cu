typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b060b5e4

extern "C" __global__ void equalize(
    const u32* __restrict__ cumulative, usize cumulative_len,
    u8* __restrict__ image, usize image_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < image_len) {
        image[i] = (u8)kiln.div((u64)cumulative[kiln.at((usize)image[i], cumulative_len, 5)] * 255, (u64)image_len, 6);
    }
}
