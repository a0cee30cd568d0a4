typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca lane_xor.0e2ead84 exchange.3a989a11
//   masked_shuffle.9afe57d0 match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 shuffle.610a0943 lane_id.154b932d
//   shuffle_down.ecb4c812 shuffle_up.3de2751a shuffle_xor.1e2afcac launch_info.502d9f1e

extern "C" __global__ void intrinsics_bool(
    const bool* __restrict__ x, usize x_len,
    const bool* __restrict__ y, usize y_len,
    const bool* __restrict__ z, usize z_len,
    const u8* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const bool shuffle = kiln::shuffle(x[kiln.at(i, x_len, 2)], n[kiln.at(i, n_len, 3)]);
    out[kiln.at(i * 9 + 0, out_len, 5)] = (u64)shuffle;
    const bool shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 7)], n[kiln.at(i, n_len, 8)]);
    out[kiln.at(i * 9 + 1, out_len, 10)] = (u64)shuffle_up;
    const bool shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 12)], n[kiln.at(i, n_len, 13)]);
    out[kiln.at(i * 9 + 2, out_len, 15)] = (u64)shuffle_down;
    const bool shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 17)], n[kiln.at(i, n_len, 18)]);
    out[kiln.at(i * 9 + 3, out_len, 20)] = (u64)shuffle_xor;
    const bool masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 22)], n[kiln.at(i, n_len, 23)], n[kiln.at(i, n_len, 24)]);
    out[kiln.at(i * 9 + 4, out_len, 26)] = (u64)masked_shuffle;
    const bool broadcast = kiln::shuffle(x[kiln.at(i, x_len, 28)], n[kiln.at(i, n_len, 29)]);
    out[kiln.at(i * 9 + 5, out_len, 31)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 33)]);
    out[kiln.at(i * 9 + 6, out_len, 35)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 37)]);
    out[kiln.at(i * 9 + 7, out_len, 39)] = (u64)match_all;
    const bool lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 41)], n[kiln.at(i, n_len, 42)]);
    out[kiln.at(i * 9 + 8, out_len, 44)] = (u64)lane_xor;
}
