typedef short i16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

struct tuple_f32_3_f64 {
    array<float, 3> v0;
    double v1;
};
static_assert(sizeof(tuple_f32_3_f64) == 24 && alignof(tuple_f32_3_f64) == 8);
static_assert(__INTADDR__(&((tuple_f32_3_f64*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_3_f64*)0)->v1) == 16);

__device__ __forceinline__ tuple_f32_3_f64 negated_flag(bool flag, float x) {
    const i16 number = (i16)flag;
    const array<float, 3> part = {-(float)number, -(float)(u64)flag, 1.0f / x};
    const tuple_f32_3_f64 result = {part, -(flag ? 1.0 : (double)number)};
    return result;
}

extern "C" __global__ void flags_kernel(
    const bool* __restrict__ flags, usize flags_len,
    const float* __restrict__ x, usize x_len,
    array<float, 3>* __restrict__ singles, usize singles_len,
    double* __restrict__ doubles, usize doubles_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < singles_len && i < doubles_len) {
        const tuple_f32_3_f64 value = negated_flag(flags[kiln.at(i, flags_len, 10)], x[kiln.at(i, x_len, 11)]);
        singles[i] = value.v0;
        doubles[i] = value.v1;
    }
}
