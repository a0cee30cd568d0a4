typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.bef359a4

extern "C" __global__ void faulty(
    u32 mode,
    usize at,
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        if (i == at) {
            if (mode == 0) {
                out[i] = x[kiln.at(i + 1000, x_len, 6)];
            } else if (mode == 1) {
                out[i] = kiln.div(x[kiln.at(i, x_len, 9)], (i32)((u32)x[kiln.at(i, x_len, 10)] - x[kiln.at(i, x_len, 11)]), 12);
            } else if (mode == 2) {
                if (!(x[kiln.at(i, x_len, 15)] < 0)) {
                    kiln.fail(17, (u64)i, (u64)x[i]);
                }
            } else if (mode == 3) {
                kiln.fail(19, (u64)mode);
            } else if (mode == 4) {
                const i32 left = x[kiln.at(i, x_len, 21)];
                const i32 right = 7;
                if (!(left == right)) {
                    kiln.fail(22, (u64)left, (u64)right);
                }
            } else if (mode == 5) {
                out[i] = kiln.rem(-2147483647 - 1, (i32)((u32)x[kiln.at(i, x_len, 24)] - x[kiln.at(i, x_len, 25)] - 1u), 26);
            } else {
                kiln.fail(29);
            }
        }
        out[i] = (i32)(x[kiln.at(i, x_len, 31)] + 1u);
    }
}
