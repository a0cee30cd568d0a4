typedef unsigned int u32;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

__device__ __forceinline__ array<float, 4> between_two(u32 turns) {
    float one = 1.0f;
    float sign = -1.0f;
    if (turns > 7) {
        one = 1.0f;
        sign = -1.0f;
    }
    const array<float, 4> result = {one - 16777308.0f, 16777294.0f - 7.0f * one, 3.0f * one + sign * 16777306.0f, sign + 16777308.0f * one};
    return result;
}

extern "C" __global__ void differences_of_constants(
    u32 turns,
    array<float, 4>* __restrict__ out, usize out_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = between_two(turns);
    }
}
