typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(64) walsh_of_blocks(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    __shared__ array<i32, 64> s;
    const usize t = (usize)threadIdx.x;
    s[t] = x[kiln.at((usize)blockIdx.x * blockDim.x + threadIdx.x, x_len, 4)];
    __syncthreads();
    usize stride = 32;
    while (stride > 0) {
        if ((t & stride) == 0) {
            const i32 saved = s[t];
            const i32 saved_1 = s[kiln.at(t + stride, 64, 12)];
            const i32 a = saved;
            const i32 b = saved_1;
            s[t] = (i32)((u32)a + b);
            s[t + stride] = (i32)((u32)a - b);
        }
        __syncthreads();
        stride = stride / 2;
    }
    y[kiln.at((usize)blockIdx.x * blockDim.x + threadIdx.x, y_len, 22)] = s[t];
}
