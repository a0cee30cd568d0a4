typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long usize;

namespace kiln {

struct fail_record;

struct launch_info {
    fail_record* record;
    u32 kernel, launch;
};

} // namespace kiln

extern "C" __global__ void fill(
    u16 value,
    u16* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = value;
    }
}
