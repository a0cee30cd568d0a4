typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void channels_first(
    usize channels,
    usize height,
    usize width,
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    usize rest = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (rest < x_len) {
        const u32 value = x[rest];
        const usize c = kiln.rem(rest, channels, 6);
        const usize divisor = channels;
        rest = kiln.div(rest, divisor, 8);
        const usize w = kiln.rem(rest, width, 10);
        const usize divisor_1 = width;
        rest = kiln.div(rest, divisor_1, 12);
        const usize h = kiln.rem(rest, height, 14);
        const usize divisor_2 = height;
        rest = kiln.div(rest, divisor_2, 16);
        y[kiln.at(((rest * channels + c) * height + h) * width + w, y_len, 18)] = value;
    }
}
