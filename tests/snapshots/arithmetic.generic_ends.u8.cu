typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 int_min.8439cc99 reverse_bits.a95dbe7c
//   unsigned_by_size.3ee267ca rotate_left.88f228ab swap_bytes.003ca6d9 saturating_add_u8.de384a66 midpoint_u8.f442fbb7
//   pow_u8.6f101147 launch_info.502d9f1e

extern "C" __global__ void generic_ends(
    const u8* __restrict__ x, usize x_len,
    u8* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u8 v = kiln::rotate_left((u8)((u32)kiln::saturating_add_u8(x[kiln.at(i, x_len, 3)], (u8)255) * (u8)3), 8u / 2 + 1);
    out[kiln.at(i, out_len, 7)] = kiln::midpoint_u8(kiln::pow_u8((u8)(kiln::reverse_bits(kiln::swap_bytes(v)) - 0u), 2u), x[i]);
}
