typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(64) exclusive_scan(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 128> tree;
    const usize t = (usize)threadIdx.x;
    const usize start = (usize)blockIdx.x * 128;
    tree[2 * t] = x[kiln.at(start + 2 * t, x_len, 5)];
    tree[2 * t + 1] = x[kiln.at(start + 2 * t + 1, x_len, 8)];
    usize s = 1;
    while (s < 128) {
        __syncthreads();
        const usize right = 2 * (t + 1) * s - 1;
        if (right < 128) {
            tree[right] += tree[kiln.at(right - s, 128, 16)];
        }
        s *= 2;
    }
    __syncthreads();
    if (t == 0) {
        tree[127] = 0;
    }
    while (s > 1) {
        s = s / 2;
        __syncthreads();
        const usize right = 2 * (t + 1) * s - 1;
        if (right < 128) {
            const u32 left = tree[kiln.at(right - s, 128, 30)];
            tree[right - s] = tree[right];
            tree[right] += left;
        }
    }
    __syncthreads();
    out[kiln.at(start + 2 * t, out_len, 39)] = tree[2 * t];
    out[kiln.at(start + 2 * t + 1, out_len, 42)] = tree[2 * t + 1];
}
