typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

__device__ __forceinline__ u32 checked(u32 x, const kiln::launch_info& kiln) {
    if (!(x < 1000)) {
        kiln.fail(2, (u64)x);
    }
    return x;
}

__device__ __forceinline__ u32 hidden(u32 x) {
    return x * 2 + 5;
}

__device__ __forceinline__ u32 doubled(u32 x) {
    const u32 result = hidden(x);
    return result;
}

__device__ __forceinline__ u32 power(u32 x) {
    u32 result = 1;
    for (usize _turn = 0; _turn < 3; ++_turn) {
        result *= x;
    }
    return result;
}

__device__ __forceinline__ double power_2(double x) {
    double result = 1.0;
    for (usize _turn = 0; _turn < 2; ++_turn) {
        result *= x;
    }
    return result;
}

extern "C" __global__ void across(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    double* __restrict__ roots, usize roots_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const u32 value = checked(x[kiln.at(i, x_len, 22)], kiln);
        const u32 value_1 = doubled(value);
        const u32 value_2 = power(x[i]);
        out[i] = value_1 + value_2;
        roots[kiln.at(i, roots_len, 27)] = power_2((double)x[i] + 0.5);
    }
}
