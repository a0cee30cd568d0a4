typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

struct Vec3 {
    float x;
    float y;
    float z;
};
static_assert(sizeof(Vec3) == 12 && alignof(Vec3) == 4);
static_assert(__INTADDR__(&((Vec3*)0)->x) == 0);
static_assert(__INTADDR__(&((Vec3*)0)->y) == 4);
static_assert(__INTADDR__(&((Vec3*)0)->z) == 8);

__device__ __forceinline__ float Vec3_dot(Vec3 self, Vec3 o) {
    return self.x * o.x + self.y * o.y + self.z * o.z;
}

__device__ __forceinline__ Vec3 Vec3_mul(Vec3 self, float by) {
    const Vec3 result = {self.x * by, self.y * by, self.z * by};
    return result;
}

__device__ __forceinline__ Vec3 Vec3_normalized(Vec3 self) {
    const float value = Vec3_dot(self, self);
    const float value_1 = sqrtf(value);
    const Vec3 value_2 = Vec3_mul(self, 1.0f / value_1);
    return value_2;
}

__device__ __forceinline__ Vec3 Vec3_add(Vec3 self, Vec3 o) {
    const Vec3 result = {self.x + o.x, self.y + o.y, self.z + o.z};
    return result;
}

__device__ __forceinline__ Vec3 Vec3_new(float x, float y, float z) {
    const Vec3 result = {x, y, z};
    return result;
}

__device__ __forceinline__ Vec3 Vec3_neg(Vec3 self) {
    const Vec3 result = Vec3_new(-self.x, -self.y, -self.z);
    return result;
}

__device__ __forceinline__ Vec3 f32_mul(float self, Vec3 v) {
    const Vec3 value = Vec3_mul(v, self);
    return value;
}

__device__ __forceinline__ Vec3 Vec3_sub(Vec3 self, Vec3 o) {
    const Vec3 value = Vec3_neg(o);
    const Vec3 value_1 = Vec3_add(self, value);
    return value_1;
}

__device__ __forceinline__ void Vec3_add_assign(Vec3& self, Vec3 o) {
    self = Vec3_add(self, o);
}

__device__ __forceinline__ void Vec3_sub_assign(Vec3& self, float by) {
    self.x -= by;
    self.y -= by;
    self.z -= by;
}

__device__ __forceinline__ void Vec3_div_assign(Vec3& self, float by) {
    self = Vec3_mul(self, 1.0f / by);
}

__device__ __forceinline__ float Vec3_mul_2(Vec3 self, Vec3 o) {
    const float result = Vec3_dot(self, o);
    return result;
}

__device__ __forceinline__ bool Vec3_eq(const Vec3& self, const Vec3& o) {
    return self.x == o.x && self.y == o.y && self.z == o.z;
}

__device__ __forceinline__ Vec3 mixed(Vec3 a, Vec3 b, float t) {
    const Vec3 value = Vec3_mul(b, 2.0f);
    const Vec3 value_1 = Vec3_add(a, value);
    const Vec3 value_2 = Vec3_neg(a);
    const Vec3 value_3 = f32_mul(0.5f, value_2);
    Vec3 sum = Vec3_sub(value_1, value_3);
    Vec3 constant;
    constant = Vec3{0.0f, 0.0f, 1.0f};
    Vec3_add_assign(sum, constant);
    Vec3 constant_1;
    constant_1 = Vec3{0.0f, 0.0f, 1.0f};
    const Vec3 value_4 = f32_mul(3.0f, constant_1);
    const Vec3 value_5 = Vec3_mul(value_4, t);
    Vec3_add_assign(sum, value_5);
    Vec3_sub_assign(sum, t);
    Vec3_div_assign(sum, 2.0f);
    array<Vec3, 3> all = {sum, a, b};
    const Vec3 value_6 = Vec3_sub(all[2], sum);
    Vec3_add_assign(all[1], value_6);
    const float value_7 = Vec3_mul_2(a, b);
    all[2].x += value_7;
    bool condition = Vec3_eq(a, b);
    if (!condition) {
        const bool value_8 = Vec3_eq(a, all[1]);
        bool condition_1 = !value_8;
        if (condition_1) {
            const Vec3 value_9 = Vec3_add(all[1], b);
            condition_1 = value_9.x > 0.5f;
        }
        condition = condition_1;
    }
    if (condition) {
        sum = Vec3_add(sum, all[1]);
    }
    const float value_8 = Vec3_mul_2(a, a);
    const float value_9 = Vec3_mul_2(b, b);
    Vec3 value_10;
    if (value_8 > value_9) {
        value_10 = Vec3_sub(a, b);
    } else {
        value_10 = Vec3_sub(b, a);
    }
    const Vec3 longer = value_10;
    i32 steps = 0;
    while (true) {
        const Vec3 value_11 = Vec3_add(sum, longer);
        const float value_12 = Vec3_mul_2(value_11, longer);
        if (!(value_12 < 4.0f && steps < 5)) {
            break;
        }
        const Vec3 value_13 = Vec3_mul(longer, 0.25f);
        Vec3_add_assign(sum, value_13);
        (u32&)steps += 1;
    }
    const Vec3 saved = sum;
    const Vec3 v = all[2];
    const float by = 0.5f;
    const Vec3 value_11 = Vec3_add(a, b);
    const Vec3 v_1 = Vec3_normalized(value_11);
    const float by_1 = t;
    Vec3 constant_2;
    constant_2 = Vec3{0.0f, 0.0f, 1.0f};
    Vec3 constant_3;
    constant_3 = Vec3{0.0f, 0.0f, 1.0f};
    Vec3 constant_4;
    constant_4 = Vec3{0.0f, 0.0f, 1.0f};
    const Vec3 value_12 = Vec3_mul(v, by);
    const Vec3 value_13 = Vec3_add(value_12, constant_2);
    const Vec3 value_14 = Vec3_add(saved, value_13);
    const Vec3 value_15 = Vec3_mul(v_1, by_1);
    const Vec3 value_16 = Vec3_add(value_15, constant_3);
    const Vec3 value_17 = Vec3_add(value_14, value_16);
    const Vec3 value_18 = Vec3_mul(constant_4, (float)steps);
    const Vec3 value_19 = Vec3_add(value_17, value_18);
    return value_19;
}

extern "C" __global__ void vectors(
    const Vec3* __restrict__ a, usize a_len,
    const Vec3* __restrict__ b, usize b_len,
    float t,
    Vec3* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = mixed(a[kiln.at(i, a_len, 62)], b[kiln.at(i, b_len, 63)], t);
        const Vec3 value = Vec3_sub(a[i], b[i]);
        Vec3_add_assign(out[i], value);
        const float value_1 = Vec3_mul_2(a[i], b[i]);
        out[i].y += value_1;
    }
}
