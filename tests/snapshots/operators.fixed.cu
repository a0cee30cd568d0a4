typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

struct Fixed_4 {
    i32 v0;
};
static_assert(sizeof(Fixed_4) == 4 && alignof(Fixed_4) == 4);
static_assert(__INTADDR__(&((Fixed_4*)0)->v0) == 0);

struct Fixed_8 {
    i32 v0;
};
static_assert(sizeof(Fixed_8) == 4 && alignof(Fixed_8) == 4);
static_assert(__INTADDR__(&((Fixed_8*)0)->v0) == 0);

__device__ __forceinline__ Fixed_4 Fixed_mul(Fixed_4 self, Fixed_4 o) {
    const Fixed_4 result = {(i32)((u32)self.v0 * o.v0) >> 4};
    return result;
}

__device__ __forceinline__ Fixed_8 Fixed_mul_2(Fixed_8 self, Fixed_8 o) {
    const Fixed_8 result = {(i32)((u32)self.v0 * o.v0) >> 8};
    return result;
}

extern "C" __global__ void fixed(
    const Fixed_4* __restrict__ x, usize x_len,
    const Fixed_8* __restrict__ y, usize y_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        const Fixed_4 value = Fixed_mul(x[i], x[i]);
        const Fixed_8 value_1 = Fixed_mul_2(y[kiln.at(i, y_len, 10)], y[kiln.at(i, y_len, 11)]);
        out[kiln.at(i, out_len, 12)] = (i32)((u32)value.v0 - value_1.v0);
    }
}
