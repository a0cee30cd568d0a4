typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(128) bitonic_block(
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 128> keys;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    keys[t] = i < x_len ? x[i] : 4294967295u;
    __syncthreads();
    usize k = 2;
    while (k <= 128) {
        usize j = k / 2;
        while (j > 0) {
            const usize other = t ^ j;
            if (other > t) {
                const u32 saved = keys[t];
                const u32 saved_1 = keys[kiln.at(other, 128, 18)];
                const u32 a = saved;
                const u32 b = saved_1;
                if (a > b == ((t & k) == 0)) {
                    keys[t] = b;
                    keys[other] = a;
                }
            }
            __syncthreads();
            j = j / 2;
        }
        k *= 2;
    }
    if (i < x_len) {
        x[i] = keys[t];
    }
}
