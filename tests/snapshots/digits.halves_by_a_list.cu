typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void halves_by_a_list(
    usize n,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize t = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n / 2) {
        const array<usize, 2> referent = {t, t + n / 2};
        for (usize turn = 0; turn < 2; ++turn) {
            const usize k = referent[turn];
            y[kiln.at(k, y_len, 7)] += (u32)k;
        }
    }
}
