typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void quotients(
    const u8* __restrict__ x, usize x_len,
    const u8* __restrict__ y, usize y_len,
    u8* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const u8 d = (u8)((y[kiln.at(i, y_len, 4)] & 63) + 1u);
        u8 q = kiln.div(x[kiln.at(i, x_len, 6)], d, 7);
        q = q % 100;
        out[i] = q ^ kiln.rem(x[i], d, 12);
    }
}
