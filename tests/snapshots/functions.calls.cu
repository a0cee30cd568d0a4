typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 hidden.67bf754a launch_info.502d9f1e

__device__ __forceinline__ float square(float x) {
    return x * x;
}

__device__ __forceinline__ float distance(float x, float y) {
    const float value = square(x);
    const float value_1 = square(y);
    return sqrtf(value + value_1);
}

__device__ __forceinline__ float clamp_to(float value, float low, float high) {
    if (value < kiln::hidden(low)) {
        return low;
    }
    return value > kiln::hidden(high) ? high : value;
}

__device__ __forceinline__ i32 clamp_to_2(i32 value, i32 low, i32 high) {
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

__device__ __forceinline__ void bump(float& value, float by) {
    value += by;
}

__device__ __forceinline__ void fill_with(float* values, usize values_len, float value) {
    for (usize i = 0; i < values_len; ++i) {
        values[i] = value;
    }
}

__device__ __forceinline__ float total(array<float, 3> values) {
    return values[0] + values[1] + values[2];
}

__device__ __forceinline__ usize first_index_above(const float* values, usize values_len, float limit) {
    for (usize i = 0; i < values_len; ++i) {
        if (values[i] > limit) {
            return i;
        }
    }
    return values_len;
}

extern "C" __global__ void calls(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const float value = distance(x[kiln.at(i, x_len, 37)], 4.0f);
        const float value_1 = clamp_to(x[i], 1.0f, 2.0f);
        float v = value + value_1;
        const i32 n = clamp_to_2((i32)i, 3, 5);
        bump(v, (float)n);
        array<float, 3> local = kiln::filled<3>(0.0f);
        fill_with(local.items, 3, v);
        bump(local[1], 1.0f);
        const float value_2 = total(local);
        const usize value_3 = first_index_above(x, x_len, 10.0f);
        out[i] = value_2 + (float)value_3;
    }
}
