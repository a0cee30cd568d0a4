typedef unsigned int u32;
typedef unsigned long long usize;

namespace kiln {

struct fail_record;

struct launch_info {
    fail_record* record;
    u32 kernel, launch;
};

} // namespace kiln

extern "C" __global__ void strided(float* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize step = (usize)blockDim.x * (usize)gridDim.x;
    while (i < x_len) {
        x[i] = x[i] + 1.0f;
        i += step;
    }
}
