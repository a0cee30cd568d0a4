typedef short i16;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 mul_hi.bbe700f6
//   launch_info.502d9f1e

extern "C" __global__ void upper_halves(
    const i16* __restrict__ x, usize x_len,
    const i16* __restrict__ y, usize y_len,
    i16* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = kiln::mul_hi(x[kiln.at(i, x_len, 4)], y[kiln.at(i, y_len, 5)]);
    }
}
