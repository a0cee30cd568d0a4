typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 launch_info.502d9f1e

extern "C" __global__ void median(
    usize width,
    usize height,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height) {
        return;
    }
    array<float, 9> v = kiln::filled<9>(0.0f);
    for (usize turn = 0; turn < 9; ++turn) {
        const usize k = turn;
        v[turn] = image[kiln.at((y + k / 3 - 1) * width + x + k % 3 - 1, image_len, 9)];
    }
    for (usize end = 9; end-- > 1;) {
        for (usize k = 0; k < end; ++k) {
            const float saved = fminf(v[k], v[k + 1]);
            const float saved_1 = fmaxf(v[k], v[k + 1]);
            const float low = saved;
            const float high = saved_1;
            v[k] = low;
            v[k + 1] = high;
        }
    }
    out[kiln.at(y * width + x, out_len, 23)] = v[4];
}
