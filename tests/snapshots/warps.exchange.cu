typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 lane_id.154b932d unsigned_by_size.3ee267ca exchange.3a989a11
//   shuffle.610a0943 shuffle_down.ecb4c812 shuffle_up.3de2751a shuffle_xor.1e2afcac warp_id.9350e530
//   launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(96) exchange(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i32 v = x[kiln.at(i, x_len, 3)];
    const i32 up = kiln::shuffle_up(v, 3u);
    const i32 down = kiln::shuffle_down(v, 5u);
    const i32 xor_ = kiln::shuffle_xor(v, 16u);
    const i32 broadcast = kiln::shuffle(v, 7u);
    out[kiln.at(i, out_len, 9)] = (i32)(up + 3u * down + 5u * xor_ + 7u * broadcast + 11u * (i32)kiln::lane_id() + 13u * (i32)kiln::warp_id());
}
