typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

struct tuple_f32_f32 {
    float v0;
    float v1;
};
static_assert(sizeof(tuple_f32_f32) == 8 && alignof(tuple_f32_f32) == 4);
static_assert(__INTADDR__(&((tuple_f32_f32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_f32*)0)->v1) == 4);

extern "C" __global__ void circles(
    const float* __restrict__ angles, usize angles_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const float angle = angles[kiln.at(i, angles_len, 3)];
    const tuple_f32_f32 value = {sinf(angle), cosf(angle)};
    const float sin_ = value.v0;
    const float cos_ = value.v1;
    const float angle_1 = angles[i] + angles[i];
    const tuple_f32_f32 value_1 = {sinf(angle_1), cosf(angle_1)};
    out[kiln.at(i, out_len, 7)] = sin_ * sin_ + cos_ * cos_ + value_1.v1;
}
