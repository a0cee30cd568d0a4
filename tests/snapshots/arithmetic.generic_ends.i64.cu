typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 reverse_bits.a95dbe7c unsigned_by_size.3ee267ca rotate_left.88f228ab
//   swap_bytes.003ca6d9 saturating_add_i64.44d5a4e4 midpoint_i64.68a521e3 pow_i64.f3f6d0f8 launch_info.502d9f1e

extern "C" __global__ void generic_ends(
    const i64* __restrict__ x, usize x_len,
    i64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i64 v = kiln::rotate_left((i64)((u64)kiln::saturating_add_i64(x[kiln.at(i, x_len, 3)], 9223372036854775807ll) * (i64)3), 64u / 2 + 1);
    out[kiln.at(i, out_len, 7)] = kiln::midpoint_i64(kiln::pow_i64((i64)(kiln::reverse_bits(kiln::swap_bytes(v)) - (u64)(-9223372036854775807ll - 1)), 2u), x[i]);
}
