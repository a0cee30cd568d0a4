typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void heat_3d(
    usize n,
    const float* __restrict__ a, usize a_len,
    float* __restrict__ b, usize b_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize z = (usize)blockIdx.z * blockDim.z + threadIdx.z;
    const usize c = x;
    bool condition = c > 0 && c + 1 < n;
    if (condition) {
        const usize c_1 = y;
        condition = c_1 > 0 && c_1 + 1 < n;
    }
    bool condition_1 = condition;
    if (condition_1) {
        const usize c_1 = z;
        condition_1 = c_1 > 0 && c_1 + 1 < n;
    }
    if (condition_1) {
        const usize i = (z * n + y) * n + x;
        const float saved = a[kiln.at(i, a_len, 10)];
        const usize step = 1;
        const float result = a[kiln.at(i + step, a_len, 6)] - 2.0f * a[i] + a[kiln.at(i - step, a_len, 8)];
        const usize step_1 = n;
        const float result_1 = a[kiln.at(i + step_1, a_len, 6)] - 2.0f * a[i] + a[kiln.at(i - step_1, a_len, 8)];
        const usize step_2 = n * n;
        const float result_2 = a[kiln.at(i + step_2, a_len, 6)] - 2.0f * a[i] + a[kiln.at(i - step_2, a_len, 8)];
        b[kiln.at(i, b_len, 11)] = saved + 0.125f * (result + result_1 + result_2);
    }
}
