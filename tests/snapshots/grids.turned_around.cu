typedef unsigned int u32;
typedef unsigned long long usize;

// prelude: fail_record.8df775b1 launch_info.569d1e80

extern "C" __global__ void turned_around(
    usize turns,
    u32* x, usize x_len,
    u32* y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize n = x_len;
    for (usize _turn = 0; _turn < turns; ++_turn) {
        if (i < n && i < y_len) {
            y[i] = x[n - 1 - i] + 1;
        }
        kiln.grid_sync();
        if (i < n && i < y_len) {
            x[i] = y[i / 2];
        }
        kiln.grid_sync();
    }
}
