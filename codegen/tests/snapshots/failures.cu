typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.bef359a4

extern "C" __global__ void failures(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i32 a = x[kiln.at(i, x_len, 2)];
    // Nothing below zero.
    if (a < 0) {
        kiln.fail(4, (u64)a, __float_as_uint((float)a), (u64)true, (u64)i);
    }
    if (a == 7) {
        kiln.fail(6);
    }
    out[kiln.at(i, out_len, 10)] = kiln.rem(kiln.div(100, a, 8), a, 9);
}
