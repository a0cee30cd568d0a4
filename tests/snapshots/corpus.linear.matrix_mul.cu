typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca range.ae1cd7e6 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(256) matrix_mul(
    usize m,
    usize n,
    usize k,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ b, usize b_len,
    float* __restrict__ c, usize c_len,
    const kiln::launch_info kiln
) {
    __shared__ array<array<float, 16>, 16> tile_a;
    __shared__ array<array<float, 16>, 16> tile_b;
    const usize tx = (usize)threadIdx.x;
    const usize ty = (usize)threadIdx.y;
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (const usize base : kiln::range<usize>(0, k, 16, false, false)) {
        tile_a[ty][tx] = row < m && base + tx < k ? a[kiln.at(row * k + base + tx, a_len, 9)] : 0.0f;
        tile_b[ty][tx] = col < n && base + ty < k ? b[kiln.at((base + ty) * n + col, b_len, 15)] : 0.0f;
        __syncthreads();
        for (usize i = 0; i < 16; ++i) {
            sum += tile_a[ty][i] * tile_b[i][tx];
        }
        __syncthreads();
    }
    if (row < m && col < n) {
        c[kiln.at(row * n + col, c_len, 29)] = sum;
    }
}
