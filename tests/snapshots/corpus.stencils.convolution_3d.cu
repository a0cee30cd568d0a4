typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void convolution_3d(
    usize n,
    const float* __restrict__ a, usize a_len,
    float* __restrict__ b, usize b_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize z = (usize)blockIdx.z * blockDim.z + threadIdx.z;
    if (x == 0 || y == 0 || z == 0 || x + 1 >= n || y + 1 >= n || z + 1 >= n) {
        return;
    }
    float sum = 0.0f;
    for (usize dz = 0; dz < 3; ++dz) {
        for (usize dy = 0; dy < 3; ++dy) {
            for (usize dx = 0; dx < 3; ++dx) {
                const float weight = 0.1f + 0.05f * (float)dx - 0.03f * (float)dy + 0.02f * (float)dz;
                sum += weight * a[kiln.at(((z + dz - 1) * n + y + dy - 1) * n + x + dx - 1, a_len, 10)];
            }
        }
    }
    b[kiln.at((z * n + y) * n + x, b_len, 12)] = sum;
}
