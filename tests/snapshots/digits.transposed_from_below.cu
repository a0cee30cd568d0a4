typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void transposed_from_below(
    usize n,
    u32* __restrict__ a, usize a_len,
    const kiln::launch_info kiln
) {
    const usize c = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize r = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (r < n && c < r) {
        const u32 t = a[kiln.at(r * n + c, a_len, 4)];
        a[r * n + c] = a[kiln.at(c * n + r, a_len, 6)];
        a[c * n + r] = t;
    }
}
