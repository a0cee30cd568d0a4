typedef unsigned int u32;
typedef unsigned long long usize;

namespace kiln {

struct fail_record;

struct launch_info {
    fail_record* record;
    u32 kernel, launch;
};

} // namespace kiln

extern "C" __global__ void by_name_unchecked(
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    out[(usize)blockIdx.x * blockDim.x + threadIdx.x] = 9;
}
