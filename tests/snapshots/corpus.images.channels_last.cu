typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void channels_last(
    usize channels,
    usize height,
    usize width,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        const usize w = kiln.rem(i, width, 4);
        const usize h = kiln.rem(kiln.div(i, width, 6), height, 7);
        const usize c = kiln.rem(kiln.div(i, width * height, 9), channels, 10);
        const usize n = kiln.div(i, width * height * channels, 12);
        y[kiln.at(((n * height + h) * width + w) * channels + c, y_len, 15)] = x[i];
    }
}
