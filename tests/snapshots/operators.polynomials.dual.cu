typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

struct Dual_f32 {
    float value;
    float slope;
};
static_assert(sizeof(Dual_f32) == 8 && alignof(Dual_f32) == 4);
static_assert(__INTADDR__(&((Dual_f32*)0)->value) == 0);
static_assert(__INTADDR__(&((Dual_f32*)0)->slope) == 4);

__device__ __forceinline__ Dual_f32 Dual_mul(Dual_f32 self, Dual_f32 o) {
    const Dual_f32 result = {self.value * o.value, self.value * o.slope + self.slope * o.value};
    return result;
}

__device__ __forceinline__ Dual_f32 Dual_add(Dual_f32 self, Dual_f32 o) {
    const Dual_f32 result = {self.value + o.value, self.slope + o.slope};
    return result;
}

__device__ __forceinline__ Dual_f32 Dual_sub(Dual_f32 self, Dual_f32 o) {
    const Dual_f32 result = {self.value - o.value, self.slope - o.slope};
    return result;
}

__device__ __forceinline__ Dual_f32 polynomial(Dual_f32 x, Dual_f32 y) {
    const Dual_f32 value = Dual_mul(x, x);
    const Dual_f32 value_1 = Dual_mul(value, y);
    const Dual_f32 value_2 = Dual_add(value_1, x);
    const Dual_f32 value_3 = Dual_sub(value_2, y);
    return value_3;
}

extern "C" __global__ void polynomials(
    const Dual_f32* __restrict__ x, usize x_len,
    Dual_f32 y,
    Dual_f32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const Dual_f32 value = polynomial(x[kiln.at(i, x_len, 12)], y);
        out[i] = Dual_add(value, y);
    }
}
