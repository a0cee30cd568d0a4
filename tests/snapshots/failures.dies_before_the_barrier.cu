typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void __launch_bounds__(64) dies_before_the_barrier(
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 64> tile;
    const usize t = (usize)threadIdx.x;
    tile[t] = 1;
    if (!(t != 5)) {
        kiln.fail(6);
    }
    __syncthreads();
    u32 sum = 0;
    for (usize k = 0; k < 64; ++k) {
        sum += tile[k];
    }
    out[kiln.at(t, out_len, 13)] = sum;
}
