typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void rows_of_an_array(
    array<u16, 3> sizes,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    for (usize k = 0, k_end = (usize)sizes[1]; k < k_end; ++k) {
        x[kiln.at(i * (usize)sizes[2] + k, x_len, 7)] += (u32)sizes[0];
    }
}
