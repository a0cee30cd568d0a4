typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca magnitude.9c08e1dd int_abs.de8d375a
//   int_clamp.8de0e666 limits.6be52157 mul_hi.bbe700f6 narrow.274b3146 saturating_mul_i64.9f3a9795
//   unsigned_abs_i32.2ea9a2e9 launch_info.502d9f1e

extern "C" __global__ void least_magnitudes(
    const i64* __restrict__ x, usize x_len,
    const i32* __restrict__ y, usize y_len,
    i64* __restrict__ wide, usize wide_len,
    i32* __restrict__ narrow, usize narrow_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < wide_len && i < narrow_len) {
        wide[i] = kiln::saturating_mul_i64(kiln::int_abs(x[kiln.at(i, x_len, 4)]), kiln::int_clamp(x[kiln.at(i, x_len, 5)], 18ll, 56ll));
        narrow[i] = (i32)((i32)(kiln::int_abs(y[kiln.at(i, y_len, 8)]) < 0) + 2u * (i32)(kiln::unsigned_abs_i32(y[kiln.at(i, y_len, 9)]) > 1u << 30) + 4u * (i32)kiln::narrow<u16>(kiln::narrow<i8>(-(u32)(i8)y[kiln.at(i, y_len, 10)])) + 4u * (i32)(u32)kiln::narrow<i16>(-(u32)kiln::narrow<i16>(y[kiln.at(i, y_len, 11)])));
    }
}
