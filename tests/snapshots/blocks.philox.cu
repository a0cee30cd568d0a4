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

__device__ __forceinline__ array<u32, 4> philox4x32(array<u32, 4> counter, array<u32, 2> key) {
    const u32 saved = counter[0];
    const u32 saved_1 = counter[1];
    const u32 saved_2 = counter[2];
    const u32 saved_3 = counter[3];
    u32 a = saved;
    u32 b = saved_1;
    u32 c = saved_2;
    u32 d = saved_3;
    const u32 saved_4 = key[0];
    const u32 saved_5 = key[1];
    u32 left = saved_4;
    u32 right = saved_5;
    for (i32 _turn = 0; _turn < 10; ++_turn) {
        const u64 first = 3528531795ull * (u64)a;
        const u64 second = 3449720151ull * (u64)c;
        a = (u32)(second >> 32) ^ b ^ left;
        b = (u32)second;
        c = (u32)(first >> 32) ^ d ^ right;
        d = (u32)first;
        left = left + 2654435769u;
        right = right + 3144134277u;
    }
    const array<u32, 4> result = {a, b, c, d};
    return result;
}

__device__ __forceinline__ u32 below(u32 bits, u32 n) {
    return (u32)((u64)bits * (u64)n >> 32);
}

__device__ __forceinline__ float uniform_f32(u32 bits) {
    return (float)(bits >> 8) * (1.0f / 16777216.0f);
}

__device__ __forceinline__ double uniform_f64(u32 high, u32 low) {
    return (double)(((u64)high << 32 | (u64)low) >> 11) * (1.0 / 9007199254740992.0);
}

__device__ __forceinline__ array<float, 2> normal_f32(u32 first, u32 second) {
    // Not 0, whose logarithm is none.
    const float value = uniform_f32(first);
    // Not 0, whose logarithm is none.
    const float length = sqrtf(-2.0f * logf(1.0f - value));
    const float value_1 = uniform_f32(second);
    const float angle = 6.2831855f * value_1;
    const array<float, 2> result = {length * cosf(angle), length * sinf(angle)};
    return result;
}

__device__ __forceinline__ array<double, 2> normal_f64(array<u32, 4> bits) {
    const double value = uniform_f64(bits[0], bits[1]);
    const double length = sqrt(-2.0 * log(1.0 - value));
    const double value_1 = uniform_f64(bits[2], bits[3]);
    const double angle = 6.283185307179586 * value_1;
    const array<double, 2> result = {length * cos(angle), length * sin(angle)};
    return result;
}

extern "C" __global__ void philox(
    const u32* __restrict__ counters, usize counters_len,
    const u32* __restrict__ keys, usize keys_len,
    u32* __restrict__ out, usize out_len,
    double* __restrict__ uniform, usize uniform_len,
    double* __restrict__ normal, usize normal_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const array<u32, 4> counter = {counters[kiln.at(4 * i, counters_len, 42)], counters[kiln.at(4 * i + 1, counters_len, 43)], counters[kiln.at(4 * i + 2, counters_len, 44)], counters[kiln.at(4 * i + 3, counters_len, 45)]};
    const array<u32, 2> array_ = {keys[kiln.at(2 * i, keys_len, 47)], keys[kiln.at(2 * i + 1, keys_len, 48)]};
    const array<u32, 4> bits = philox4x32(counter, array_);
    for (usize k = 0; k < 4; ++k) {
        out[kiln.at(5 * i + k, out_len, 52)] = bits[k];
    }
    out[kiln.at(5 * i + 4, out_len, 55)] = below(bits[0], 1000);
    const float value = uniform_f32(bits[1]);
    uniform[kiln.at(2 * i, uniform_len, 58)] = (double)value;
    uniform[kiln.at(2 * i + 1, uniform_len, 62)] = uniform_f64(bits[2], bits[3]);
    const array<float, 2> single = normal_f32(bits[0], bits[1]);
    const array<double, 2> double_ = normal_f64(bits);
    normal[kiln.at(4 * i, normal_len, 69)] = (double)single[0];
    normal[kiln.at(4 * i + 1, normal_len, 72)] = (double)single[1];
    normal[kiln.at(4 * i + 2, normal_len, 75)] = double_[0];
    normal[kiln.at(4 * i + 3, normal_len, 78)] = double_[1];
}
