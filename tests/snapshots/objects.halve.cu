typedef unsigned int u32;
typedef unsigned long long usize;

namespace kiln {

struct fail_record;

struct launch_info {
    fail_record* record;
    u32 kernel, launch;
};

} // namespace kiln

extern "C" __global__ void halve(float* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        x[i] *= 0.5f;
    }
}
