typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void too_far_by_name(
    const i32* __restrict__ x, usize x_len,
    usize n,
    i32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    if (n >= x_len) {
        kiln.fail(2, (u64)n, (u64)x_len);
    }
    y[kiln.at(0, y_len, 4)] = 1;
    y[kiln.at(1, y_len, 6)] = x[n];
}
