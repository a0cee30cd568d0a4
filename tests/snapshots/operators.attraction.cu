typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_min.8439cc99

struct Vec3 {
    float x;
    float y;
    float z;
};
static_assert(sizeof(Vec3) == 12 && alignof(Vec3) == 4);
static_assert(__INTADDR__(&((Vec3*)0)->x) == 0);
static_assert(__INTADDR__(&((Vec3*)0)->y) == 4);
static_assert(__INTADDR__(&((Vec3*)0)->z) == 8);

__device__ __forceinline__ Vec3 Vec3_new(float x, float y, float z) {
    const Vec3 result = {x, y, z};
    return result;
}

__device__ __forceinline__ Vec3 Vec3_neg(Vec3 self) {
    const Vec3 result = Vec3_new(-self.x, -self.y, -self.z);
    return result;
}

__device__ __forceinline__ Vec3 Vec3_add(Vec3 self, Vec3 o) {
    const Vec3 result = {self.x + o.x, self.y + o.y, self.z + o.z};
    return result;
}

__device__ __forceinline__ Vec3 Vec3_sub(Vec3 self, Vec3 o) {
    const Vec3 value = Vec3_neg(o);
    const Vec3 value_1 = Vec3_add(self, value);
    return value_1;
}

__device__ __forceinline__ float Vec3_dot(Vec3 self, Vec3 o) {
    return self.x * o.x + self.y * o.y + self.z * o.z;
}

__device__ __forceinline__ float Vec3_mul(Vec3 self, Vec3 o) {
    const float result = Vec3_dot(self, o);
    return result;
}

__device__ __forceinline__ Vec3 Vec3_mul_2(Vec3 self, float by) {
    const Vec3 result = {self.x * by, self.y * by, self.z * by};
    return result;
}

__device__ __forceinline__ Vec3 f32_mul(float self, Vec3 v) {
    const Vec3 value = Vec3_mul_2(v, self);
    return value;
}

__device__ __forceinline__ void Vec3_add_assign(Vec3& self, Vec3 o) {
    self = Vec3_add(self, o);
}

extern "C" __global__ void __launch_bounds__(64) attraction(
    const Vec3* __restrict__ bodies, usize bodies_len,
    float softening,
    Vec3* __restrict__ out, usize out_len
) {
    __shared__ array<Vec3, 64> near;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    Vec3 constant;
    constant = Vec3{0.0f, 0.0f, 1.0f};
    Vec3 chosen;
    if (i < bodies_len) {
        chosen = bodies[i];
    } else {
        chosen = constant;
    }
    const Vec3 own = chosen;
    Vec3 force = Vec3_new(0.0f, 0.0f, 0.0f);
    for (usize first = 0; first < bodies_len; first += 64) {
        Vec3 constant_1;
        constant_1 = Vec3{0.0f, 0.0f, 1.0f};
        Vec3 chosen_1;
        if (first + t < bodies_len) {
            chosen_1 = bodies[first + t];
        } else {
            chosen_1 = constant_1;
        }
        near[t] = chosen_1;
        __syncthreads();
        for (usize k = 0, k_end = kiln::int_min(bodies_len - first, 64ull); k < k_end; ++k) {
            const Vec3 away = Vec3_sub(near[k], own);
            const float value = Vec3_mul(away, away);
            const float inverse = 1.0f / sqrtf(value + softening);
            const Vec3 value_1 = f32_mul(inverse * inverse * inverse, away);
            Vec3_add_assign(force, value_1);
        }
        __syncthreads();
    }
    if (i < out_len) {
        out[i] = force;
    }
}
