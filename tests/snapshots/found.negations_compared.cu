typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 negated.60e6282c launch_info.502d9f1e

__device__ __forceinline__ array<float, 4> compared(i32 x, float y) {
    const float divided = (i32)kiln::negated((u32)x) != 0 ? y / 3.0f : y;
    float doubled = y;
    while (doubled < 100.0f && (i32)kiln::negated((u32)x) > 0) {
        doubled += doubled;
    }
    const float chosen = (i32)kiln::negated((u32)x) == 0 ? 1.0f : y;
    const array<float, 4> result = {chosen, divided, doubled, kiln::negated((u32)x) <= 102 ? y : -1.0f};
    return result;
}

extern "C" __global__ void negations_compared(
    const i32* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    array<float, 4>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = compared(x[kiln.at(i, x_len, 18)], y[kiln.at(i, y_len, 19)]);
    }
}
