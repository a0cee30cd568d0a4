typedef int i32;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A 16-bit float in memory; it computes as a float and is rounded once. The bits are moved once more, since ptxas (13.0 at least)
// stores the lower byte of what it knows for a float as that float made an integer.
struct f16 {
    u16 bits;

    f16() = default;
    __device__ __forceinline__ explicit f16(float x) { asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ explicit f16(double x) { asm("{.reg .b16 h; cvt.rn.f16.f64 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "d"(x)); }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

__device__ __forceinline__ f16 operator+(f16 a, f16 b) { return f16((float)a + (float)b); }
__device__ __forceinline__ f16 operator-(f16 a, f16 b) { return f16((float)a - (float)b); }
__device__ __forceinline__ f16 operator*(f16 a, f16 b) { return f16((float)a * (float)b); }
__device__ __forceinline__ f16 operator/(f16 a, f16 b) { return f16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(f16 a, f16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(f16 a, f16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(f16 a, f16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(f16 a, f16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(f16 a, f16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(f16 a, f16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ f16 operator-(f16 a) {
    a.bits ^= 0x8000;
    return a;
}


template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

namespace kiln {

struct fail_record {
    u32 state, site, kernel, launch;
    u32 block[3], thread[3];
    u64 values[4];
};

// Ends the thread; the first one to fail tells the host why.
__device__ __noinline__ [[noreturn]] void fail(
    fail_record* record, u32 kernel, u32 launch, u32 site, u64 a, u64 b, u64 c, u64 d
) {
    if (*(volatile u32*)&record->state == 0 && atomicCAS(&record->state, 0u, 1u) == 0) {
        record->site = site;
        record->kernel = kernel;
        record->launch = launch;
        record->block[0] = blockIdx.x, record->block[1] = blockIdx.y, record->block[2] = blockIdx.z;
        record->thread[0] = threadIdx.x, record->thread[1] = threadIdx.y, record->thread[2] = threadIdx.z;
        record->values[0] = a, record->values[1] = b, record->values[2] = c, record->values[3] = d;
        __threadfence_system();
    }
    asm volatile("exit;");
    __builtin_unreachable();
}

// Itself, as a value that NVRTC (13.0 at least) knows nothing of: it makes a minimum of `x < 0 ? x : 0`, which of the two
// zeros gives the negative one where the choice gives the positive.
template <typename T> __device__ __forceinline__ T hidden(T x) {
    if constexpr (sizeof(T) == 8) {
        asm("" : "+d"(x));
    } else {
        asm("" : "+f"(x));
    }
    return x;
}

template <typename T> __device__ __forceinline__ T least(T a, T b) {
    if constexpr (__is_class(T)) return T(fminf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b < a ? b : a;
    else return fmin(a, b);
}

// Comparisons with a constant, by what holds where the order does not: ptxas (13.0 at least) takes `|x| >= 0` for true,
// of NaN as well, and NVRTC would write the order itself.
__device__ __forceinline__ bool at_least(float x, float least) {
    unsigned holds;
    asm("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.b32 %0, 0, 1, p; }" : "=r"(holds) : "f"(x), "f"(least));
    return holds != 0;
}
__device__ __forceinline__ bool above(float x, float least) {
    unsigned holds;
    asm("{ .reg .pred p; setp.leu.f32 p, %1, %2; selp.b32 %0, 0, 1, p; }" : "=r"(holds) : "f"(x), "f"(least));
    return holds != 0;
}

__device__ __forceinline__ bool is_nan_f32(float x) {
    return x != x;
}

__device__ __forceinline__ float powf_f32(float x, float y) {
    float result;
    {
        const float a = fabsf(x);
        const float half = y * 0.5f;
        const bool integer = truncf(y) == y;
        const bool odd = integer && truncf(half) != half;
        if (kiln::above(a, 0.0f) && a < __uint_as_float(0x7f800000u) && fabsf(y) < __uint_as_float(0x7f800000u)) {
            const bool tiny = a < 1.1754944e-38f;
            const float scaled = tiny ? a * 8388608.0f : a;
            const u32 bits = __float_as_uint(scaled);
            const u32 exponent = bits - 1060439283 & 4286578688u;
            const float m = __uint_as_float(bits - exponent);
            const float e = fmaf((float)(i32)exponent, 1.1920929e-7f, tiny ? -23.0f : 0.0f);
            const float f = m - 1.0f;
            const float d = m + 1.0f;
            const float reciprocal = 1.0f / d;
            const float s = f * reciprocal;
            const float s_low = fmaf(s, d - 1.0f - m, fmaf(-s, d, f)) * reciprocal;
            const float z = s * s;
            const float z_low = fmaf(s + s, s_low, fmaf(s, s, -z));
            const float p = fmaf(z, 0.33782202f, 0.4118499f);
            const float p_1 = fmaf(p, z, 0.5770802f) * z;
            const float a_1 = p_1 + 0.9617967f;
            const float a_low = 0.9617967f - a_1 + p_1 - 7.028462e-9f;
            const float w = z * a_1;
            const float w_low = fmaf(z_low, a_1, fmaf(z, a_low, fmaf(z, a_1, -w)));
            const float c = w + 2.88539f;
            const float c_low = 2.88539f - c + w + (w_low + 3.851926e-8f);
            const float l = s * c;
            const float l_low = fmaf(s_low, c, fmaf(s, c_low, fmaf(s, c, -l)));
            const float log_ = e + l;
            const float log_low = e - log_ + l + l_low;
            const float t = y * log_;
            const float t_low = fmaf(y, log_low, fmaf(y, log_, -t));
            const bool over = t > 129.0f;
            const bool under = t < -151.0f;
            const float high = over ? 129.0f : t;
            const float t_1 = under ? -151.0f : high;
            const float t_low_1 = over || under ? 0.0f : t_low;
            const float shifted = t_1 + 12582912.0f;
            const float r = t_1 - (shifted - 12582912.0f) + t_low_1;
            const float p_2 = fmaf(r, 0.00015326471f, 0.0013390806f);
            const float p_3 = fmaf(p_2, r, 0.009618506f);
            const float p_4 = fmaf(p_3, r, 0.0555036f);
            const float p_5 = fmaf(p_4, r, 0.24022648f);
            const float p_6 = fmaf(p_5, r, 0.6931472f);
            const float value = fmaf(p_6, r, 1.0f);
            const bool negative = t_1 < kiln::hidden(0.0f);
            const u32 exponent_1 = __float_as_uint(shifted) << 23;
            const u32 bias = negative ? 1602224128u : 528482304u;
            const float rest = negative ? 5.421011e-20f : 1.8446744e19f;
            const float result_1 = value * __uint_as_float(exponent_1 + bias) * rest;
            const float signed_ = odd ? -result_1 : result_1;
            const float below = integer ? signed_ : __uint_as_float(0x7fc00000u);
            result = x < kiln::hidden(0.0f) ? below : result_1;
            goto break_0;
        }
        if (y == 0.0f || x == 1.0f) {
            result = 1.0f;
            goto break_0;
        }
        if (kiln::is_nan_f32(x) || kiln::is_nan_f32(y)) {
            result = __uint_as_float(0x7fc00000u);
            goto break_0;
        }
        if (a == 1.0f) {
            result = 1.0f;
            goto break_0;
        }
        const float r = a > 1.0f == kiln::above(y, 0.0f) ? __uint_as_float(0x7f800000u) : 0.0f;
        result = odd && fabsf(y) < __uint_as_float(0x7f800000u) ? copysignf(r, x) : r;
    }
    break_0:;
    return result;
}

__device__ __forceinline__ float hypot_f32(float x, float y) {
    const float a = fabsf(x);
    const float b = fabsf(y);
    const float long_ = b > kiln::hidden(a) ? b : a;
    const float short_ = b > kiln::hidden(a) ? a : b;
    const bool big = long_ > 4.611686e18f;
    const bool small = long_ < 8.6736174e-19f;
    const float scale = small ? 1.2676506e30f : 1.0f;
    const float scale_1 = big ? 1.3552527e-20f : scale;
    const float back = small ? 7.888609e-31f : 1.0f;
    const float back_1 = big ? 7.378698e19f : back;
    const float u = long_ * scale_1;
    const float v = short_ * scale_1;
    const float r = sqrtf(fmaf(u, u, v * v)) * back_1;
    return a == __uint_as_float(0x7f800000u) || b == __uint_as_float(0x7f800000u) ? __uint_as_float(0x7f800000u) : r;
}

__device__ __forceinline__ float atan2_f32(float y, float x) {
    const float a = fabsf(y);
    const float b = fabsf(x);
    const bool steep = a > b;
    const float long_ = steep ? a : b;
    const float short_ = steep ? b : a;
    const float t = short_ / long_;
    const float t_1 = short_ == long_ ? 1.0f : t;
    const float t_2 = a + b == 0.0f ? 0.0f : t_1;
    const float z = t_2 * t_2;
    const float p = fmaf(z, -0.0017822096f, 0.010866458f);
    const float p_1 = fmaf(p, z, -0.03109373f);
    const float p_2 = fmaf(p_1, z, 0.05787896f);
    const float p_3 = fmaf(p_2, z, -0.083992094f);
    const float p_4 = fmaf(p_3, z, 0.10950861f);
    const float p_5 = fmaf(p_4, z, -0.14264014f);
    const float p_6 = fmaf(p_5, z, 0.1999853f);
    const float p_7 = fmaf(p_6, z, -0.333333f);
    const float r = fmaf(p_7, z * t_2, t_2);
    const bool left = __float_as_uint(x) >> 31 == 1;
    const float signed_ = steep == left ? r : -r;
    const float base = left ? 3.1415927f : 0.0f;
    const float base_low = left ? -8.742278e-8f : 0.0f;
    const float base_1 = steep ? 1.5707964f : base;
    const float base_low_1 = steep ? -4.371139e-8f : base_low;
    const float turned = base_1 + (base_low_1 + signed_);
    return copysignf(turned, y);
}

__device__ __forceinline__ float ln_f32(float x) {
    const bool tiny = x < 1.1754944e-38f;
    const float scaled = tiny ? x * 8388608.0f : x;
    const u32 bits = __float_as_uint(scaled);
    const u32 exponent = bits - 1061158912 & 4286578688u;
    const float f = __uint_as_float(bits - exponent) - 1.0f;
    const float e = fmaf((float)(i32)exponent, 1.1920929e-7f, tiny ? -23.0f : 0.0f);
    const float p = fmaf(f, -0.04515236f, 0.104725614f);
    const float p_1 = fmaf(p, f, -0.13163939f);
    const float p_2 = fmaf(p_1, f, 0.1447763f);
    const float p_3 = fmaf(p_2, f, -0.16646878f);
    const float p_4 = fmaf(p_3, f, 0.19990848f);
    const float p_5 = fmaf(p_4, f, -0.2500011f);
    const float p_6 = fmaf(p_5, f, 0.3333345f);
    const float value = fmaf(p_6, f, -0.5f);
    const float r = fmaf(e, 0.6931472f, fmaf(value, f * f, f));
    float value_1;
    if (x > 0.0f && x < __uint_as_float(0x7f800000u)) {
        value_1 = r;
    } else {
        const float outside = x < kiln::hidden(0.0f) ? __uint_as_float(0x7fc00000u) : x;
        value_1 = x == 0.0f ? __uint_as_float(0xff800000u) : outside;
    }
    return value_1;
}

__device__ __forceinline__ float log_f32(float x, float base) {
    return kiln::ln_f32(x) / kiln::ln_f32(base);
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void of_two(
    const f16* __restrict__ x, usize x_len,
    const f16* __restrict__ y, usize y_len,
    array<f16, 4>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const f16 saved = x[kiln.at(i, x_len, 4)];
        const f16 saved_1 = y[kiln.at(i, y_len, 5)];
        const f16 v = saved;
        const f16 w = saved_1;
        out[i] = array<f16, 4>{f16(kiln::powf_f32((float)v, (float)w)), f16(kiln::hypot_f32((float)v, (float)w)), f16(kiln::atan2_f32((float)v, (float)w)), f16(kiln::log_f32((float)v, (float)w))};
    }
}
