typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 unsigned_by_size.3ee267ca leading_zeros.515b8827
//   ilog2_i32.98260ac1 launch_info.f0b3b588

extern "C" __global__ void logarithm(
    const i32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i32 value = x[kiln.at(i, x_len, 3)];
    if (value <= 0) {
        kiln.fail(4);
    }
    out[kiln.at(i, out_len, 5)] = kiln::ilog2_i32(value);
}
