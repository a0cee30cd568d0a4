typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.ffa7cc08

extern "C" __global__ void some_fail(
    const u32* __restrict__ x, usize x_len,
    u32* out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (!(x[kiln.at(i, x_len, 3)] != 7)) {
        kiln.fail(4, (u64)i);
    }
    kiln.grid_sync();
    out[kiln.at(i, out_len, 8)] = x[i];
}
