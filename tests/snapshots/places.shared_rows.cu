typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void shared_rows(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    __shared__ array<array<float, 32>, 2> tile;
    const usize t = (usize)threadIdx.x;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize index = t / 32;
    if (index >= 2) {
        kiln.fail(6, (u64)index, (u64)2ull);
    }
    tile[index][t % 32] = x[kiln.at(i, x_len, 8)];
    __syncthreads();
    const usize index_1 = 1 - t / 32;
    if (index_1 >= 2) {
        kiln.fail(14, (u64)index_1, (u64)2ull);
    }
    const usize start = t % 32;
    if (start > 32) {
        kiln.fail(17, (u64)start, (u64)32ull);
    }
    float sum = 0.0f;
    for (usize turn = 0, turn_end = 32 - start; turn < turn_end; ++turn) {
        sum += (tile[index_1].items + start)[turn];
    }
    y[kiln.at(i, y_len, 22)] = sum;
}
