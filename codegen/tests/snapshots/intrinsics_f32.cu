typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

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

template <typename T> __device__ __forceinline__ T float_clamp(T x, T low, T high) {
    return x < low ? low : x > high ? high : x;
}

template <typename T> __device__ __forceinline__ T float_div_euclid(T a, T b) {
    const T quotient = trunc(a / b);
    if (fmod(a, b) < 0) return b > 0 ? quotient - 1 : quotient + 1;
    return quotient;
}

__device__ __forceinline__ float float_midpoint(float a, float b) { return (float)(((double)a + (double)b) / 2); }
__device__ __forceinline__ double float_midpoint(double a, double b) {
    const double low = 4.450147717014403e-308, high = 8.988465674311579e307;
    if (fabs(a) <= high && fabs(b) <= high) return (a + b) / 2;
    if (fabs(a) < low) return a + b / 2;
    if (fabs(b) < low) return a / 2 + b;
    return a / 2 + b / 2;
}

template <typename T> __device__ __forceinline__ T float_rem_euclid(T a, T b) {
    const T remainder = fmod(a, b);
    return remainder < 0 ? remainder + fabs(b) : remainder;
}

template <typename T> __device__ __forceinline__ T float_signum(T x) { return x != x ? x : copysign((T)1, x); }

template <typename T> __device__ __forceinline__ T fract(T x) { return x - trunc(x); }

template <typename T> __device__ __forceinline__ bool is_finite(T x) { return isfinite(x); }

template <typename T> __device__ __forceinline__ bool is_infinite(T x) { return isinf(x); }

template <typename T> __device__ __forceinline__ bool is_nan(T x) { return isnan(x); }

template <typename T> __device__ __forceinline__ bool is_sign_negative(T x) { return signbit(x); }

template <typename T> __device__ __forceinline__ bool is_sign_positive(T x) { return !signbit(x); }

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> __device__ __forceinline__ T lane_xor(T value, u32 bits) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> own = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_xor_sync(0xffffffffu, (u32)own, (i32)bits);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_xor_sync(0xffffffffu, value, (i32)bits);
    }
}

// A shuffle for every type: the machine moves 32 bits, so that narrower values travel in a wider one.
template <typename T> __device__ __forceinline__ T exchange(u32 active, T value, u32 source) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_sync(active, (u32)bits, (i32)source);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_sync(active, value, (i32)source);
    }
}

template <typename T> __device__ __forceinline__ T masked_shuffle(T value, u32 lane, u32 mask) {
    return exchange(mask, value, lane);
}

// A value's bits in a type that the machine matches.
template <typename T> __device__ __forceinline__ auto match_bits(T value) {
    const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
    if constexpr (sizeof(T) == 8) return (u64)bits;
    else return (u32)bits;
}

template <typename T> __device__ __forceinline__ bool match_all(T value) {
    i32 same;
    __match_all_sync(__activemask(), match_bits(value), &same);
    return same != 0;
}

template <typename T> __device__ __forceinline__ u32 match_any(T value) {
    return __match_any_sync(__activemask(), match_bits(value));
}

template <typename T> __device__ __forceinline__ T powi(T x, i32 power) {
    T result = 1;
    for (i32 n = power;; x *= x) {
        if (n % 2 != 0) result *= x;
        n /= 2;
        if (n == 0) break;
    }
    return power < 0 ? 1 / result : result;
}

template <typename T> __device__ __forceinline__ T recip(T x) { return 1 / x; }

template <typename T> __device__ __forceinline__ T shuffle(T value, u32 source) {
    const u32 active = __activemask();
    const T other = exchange(active, value, source);
    return source < 32 && (active >> source & 1) ? other : value;
}

__device__ __forceinline__ usize lane_id() {
    u32 lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    return lane;
}

template <typename T> __device__ __forceinline__ T shuffle_down(T value, u32 delta) {
    return shuffle(value, delta < 32 ? (u32)lane_id() + delta : 32);
}

template <typename T> __device__ __forceinline__ T shuffle_up(T value, u32 delta) {
    const u32 lane = (u32)lane_id();
    return shuffle(value, delta <= lane ? lane - delta : lane);
}

template <typename T> __device__ __forceinline__ T shuffle_xor(T value, u32 bits) {
    return shuffle(value, (u32)lane_id() ^ bits);
}

__device__ __forceinline__ float to_degrees(float x) { return x * 57.2957795130823208767981548141051703f; }
__device__ __forceinline__ double to_degrees(double x) { return x * (180.0 / 3.14159265358979323846264338327950288); }

__device__ __forceinline__ float to_radians(float x) { return x * (3.14159265358979323846264338327950288f / 180.0f); }
__device__ __forceinline__ double to_radians(double x) { return x * (3.14159265358979323846264338327950288 / 180.0); }

__device__ __forceinline__ float to_tf32(float value) {
    u32 bits = __float_as_uint(value);
    if (value != value) return __uint_as_float(bits | 0x00400000u);
#if __CUDA_ARCH__ >= 800
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#else
    bits += 0x1000u;
#endif
    return __uint_as_float(bits & 0xffffe000u);
}

// Each active lane's combination with those below: a whole warp by doubled distances, part of one lane by lane.
template <typename T, typename F> __device__ __forceinline__ T warp_scan(u32 active, T value, F combine) {
    const u32 lane = (u32)lane_id();
    if (active == 0xffffffff) {
#pragma unroll
        for (u32 distance = 1; distance < 32; distance *= 2) {
            const T below = exchange(active, value, lane - distance);
            if (lane >= distance) value = combine(below, value);
        }
        return value;
    }
    T total = exchange(active, value, __ffs(active) - 1);
    T result = total;
    for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1) {
        const u32 next = __ffs(rest) - 1;
        total = combine(total, exchange(active, value, next));
        if (lane >= next) result = total;
    }
    return result;
}

// The same without the lane's own value; the lowest active lane has none below.
template <typename T, typename F> __device__ __forceinline__ T warp_scan_below(u32 active, T value, T none, F combine) {
    const u32 lane = (u32)lane_id();
    const u32 below = active & ((1u << lane) - 1);
    const T other = exchange(active, warp_scan(active, value, combine), below == 0 ? lane : 31 - __clz(below));
    return below == 0 ? none : other;
}

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

// What no value is below.
template <typename T> __device__ __forceinline__ T least_value() {
    if constexpr (__is_class(T)) return T(__int_as_float((i32)0xff800000));
    else if constexpr ((T)0.5 == 0) return limits<T>::min;
    else return (T)__int_as_float((i32)0xff800000);
}

template <typename T> __device__ __forceinline__ T greatest(T a, T b) {
    if constexpr (__is_class(T)) return T(fmaxf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b > a ? b : a;
    else return fmax(a, b);
}

template <typename T> __device__ __forceinline__ T warp_exclusive_max(T value) {
    return warp_scan_below(__activemask(), value, least_value<T>(), [](T a, T b) { return greatest(a, b); });
}

// What no value is above.
template <typename T> __device__ __forceinline__ T greatest_value() {
    if constexpr (__is_class(T)) return T(__int_as_float(0x7f800000));
    else if constexpr ((T)0.5 == 0) return limits<T>::max;
    else return (T)__int_as_float(0x7f800000);
}

template <typename T> __device__ __forceinline__ T least(T a, T b) {
    if constexpr (__is_class(T)) return T(fminf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b < a ? b : a;
    else return fmin(a, b);
}

template <typename T> __device__ __forceinline__ T warp_exclusive_min(T value) {
    return warp_scan_below(__activemask(), value, greatest_value<T>(), [](T a, T b) { return least(a, b); });
}

template <typename T> __device__ __forceinline__ T wrapping_add(T a, T b) {
    if constexpr (__is_class(T)) return a + b;
    else if constexpr ((T)0.5 == 0) return (T)((u64)a + (u64)b);
    else return a + b;
}

template <typename T> __device__ __forceinline__ T warp_exclusive_sum(T value) {
    return warp_scan_below(__activemask(), value, (T)0.0f, [](T a, T b) { return wrapping_add(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_inclusive_max(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return greatest(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_inclusive_min(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return least(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_inclusive_sum(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return wrapping_add(a, b); });
}

// A whole warp combines by a butterfly, part of one in ascending order of lanes.
template <typename T, typename F> __device__ __forceinline__ T warp_reduce(T value, F combine) {
    const u32 active = __activemask();
    if (active == 0xffffffff) {
        const u32 lane = (u32)lane_id();
#pragma unroll
        for (u32 distance = 16; distance != 0; distance /= 2)
            value = combine(value, exchange(active, value, lane ^ distance));
        return value;
    }
    T result = exchange(active, value, __ffs(active) - 1);
    for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1)
        result = combine(result, exchange(active, value, __ffs(rest) - 1));
    return result;
}

template <typename T> __device__ __forceinline__ T warp_max(T value) {
    return warp_reduce(value, [](T a, T b) { return greatest(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_min(T value) {
    return warp_reduce(value, [](T a, T b) { return least(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_sum(T value) {
    return warp_reduce(value, [](T a, T b) { return wrapping_add(a, b); });
}

__device__ __forceinline__ float log_f32(float x, float base) {
    const float x_1 = x;
    const float base_1 = base;
    const float result = logf(x_1) / logf(base_1);
    return result;
}

__device__ __forceinline__ bool is_normal_f32(float x) {
    const float x_1 = x;
    const u32 all = ~0u >> 1;
    const u32 magnitude = __float_as_uint(x_1) & all;
    const bool result = magnitude >= __float_as_uint(1.1754944e-38f) && magnitude < __float_as_uint(__uint_as_float(0x7f800000u));
    return result;
}

__device__ __forceinline__ bool is_subnormal_f32(float x) {
    const float x_1 = x;
    const u32 all = ~0u >> 1;
    const u32 magnitude = __float_as_uint(x_1) & all;
    const bool result = magnitude != 0 && magnitude < __float_as_uint(1.1754944e-38f);
    return result;
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

extern "C" __global__ void intrinsics_f32(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    const float* __restrict__ z, usize z_len,
    const u32* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const float floor_ = floorf(x[kiln.at(i, x_len, 2)]);
    out[kiln.at(i * 76 + 0, out_len, 4)] = (u64)__float_as_uint(floor_);
    const float ceil_ = ceilf(x[kiln.at(i, x_len, 6)]);
    out[kiln.at(i * 76 + 1, out_len, 8)] = (u64)__float_as_uint(ceil_);
    const float round_ = roundf(x[kiln.at(i, x_len, 10)]);
    out[kiln.at(i * 76 + 2, out_len, 12)] = (u64)__float_as_uint(round_);
    const float round_ties_even = rintf(x[kiln.at(i, x_len, 14)]);
    out[kiln.at(i * 76 + 3, out_len, 16)] = (u64)__float_as_uint(round_ties_even);
    const float trunc_ = truncf(x[kiln.at(i, x_len, 18)]);
    out[kiln.at(i * 76 + 4, out_len, 20)] = (u64)__float_as_uint(trunc_);
    const float fract = kiln::fract(x[kiln.at(i, x_len, 22)]);
    out[kiln.at(i * 76 + 5, out_len, 24)] = (u64)__float_as_uint(fract);
    const float float_abs = fabsf(x[kiln.at(i, x_len, 26)]);
    out[kiln.at(i * 76 + 6, out_len, 28)] = (u64)__float_as_uint(float_abs);
    const float float_signum = kiln::float_signum(x[kiln.at(i, x_len, 30)]);
    out[kiln.at(i * 76 + 7, out_len, 32)] = (u64)__float_as_uint(float_signum);
    const float copysign_ = copysignf(x[kiln.at(i, x_len, 34)], y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 76 + 8, out_len, 37)] = (u64)__float_as_uint(copysign_);
    const float mul_add = fmaf(x[kiln.at(i, x_len, 39)], y[kiln.at(i, y_len, 40)], z[kiln.at(i, z_len, 41)]);
    out[kiln.at(i * 76 + 9, out_len, 43)] = (u64)__float_as_uint(mul_add);
    const float float_div_euclid = kiln::float_div_euclid(x[kiln.at(i, x_len, 45)], y[kiln.at(i, y_len, 46)]);
    out[kiln.at(i * 76 + 10, out_len, 48)] = (u64)__float_as_uint(float_div_euclid);
    const float float_rem_euclid = kiln::float_rem_euclid(x[kiln.at(i, x_len, 50)], y[kiln.at(i, y_len, 51)]);
    out[kiln.at(i * 76 + 11, out_len, 53)] = (u64)__float_as_uint(float_rem_euclid);
    const float powi = kiln::powi(x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]);
    out[kiln.at(i * 76 + 12, out_len, 58)] = (u64)__float_as_uint(powi);
    const float powf_ = powf(x[kiln.at(i, x_len, 60)], y[kiln.at(i, y_len, 61)]);
    out[kiln.at(i * 76 + 13, out_len, 63)] = (u64)__float_as_uint(powf_);
    const float sqrt_ = sqrtf(x[kiln.at(i, x_len, 65)]);
    out[kiln.at(i * 76 + 14, out_len, 67)] = (u64)__float_as_uint(sqrt_);
    const float rsqrt_ = rsqrtf(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 76 + 15, out_len, 71)] = (u64)__float_as_uint(rsqrt_);
    const float exp_ = expf(x[kiln.at(i, x_len, 73)]);
    out[kiln.at(i * 76 + 16, out_len, 75)] = (u64)__float_as_uint(exp_);
    const float exp2_ = exp2f(x[kiln.at(i, x_len, 77)]);
    out[kiln.at(i * 76 + 17, out_len, 79)] = (u64)__float_as_uint(exp2_);
    const float exp_m1 = expm1f(x[kiln.at(i, x_len, 81)]);
    out[kiln.at(i * 76 + 18, out_len, 83)] = (u64)__float_as_uint(exp_m1);
    const float ln = logf(x[kiln.at(i, x_len, 85)]);
    out[kiln.at(i * 76 + 19, out_len, 87)] = (u64)__float_as_uint(ln);
    const float log_ = kiln::log_f32(x[kiln.at(i, x_len, 89)], y[kiln.at(i, y_len, 90)]);
    out[kiln.at(i * 76 + 20, out_len, 92)] = (u64)__float_as_uint(log_);
    const float log2_ = log2f(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 76 + 21, out_len, 96)] = (u64)__float_as_uint(log2_);
    const float log10_ = log10f(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 76 + 22, out_len, 100)] = (u64)__float_as_uint(log10_);
    const float ln_1p = log1pf(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 76 + 23, out_len, 104)] = (u64)__float_as_uint(ln_1p);
    const float erf_ = erff(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 76 + 24, out_len, 108)] = (u64)__float_as_uint(erf_);
    const float erfc_ = erfcf(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 76 + 25, out_len, 112)] = (u64)__float_as_uint(erfc_);
    const float cbrt_ = cbrtf(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 76 + 26, out_len, 116)] = (u64)__float_as_uint(cbrt_);
    const float hypot_ = hypotf(x[kiln.at(i, x_len, 118)], y[kiln.at(i, y_len, 119)]);
    out[kiln.at(i * 76 + 27, out_len, 121)] = (u64)__float_as_uint(hypot_);
    const float sin_ = sinf(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 76 + 28, out_len, 125)] = (u64)__float_as_uint(sin_);
    const float cos_ = cosf(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 76 + 29, out_len, 129)] = (u64)__float_as_uint(cos_);
    const float tan_ = tanf(x[kiln.at(i, x_len, 131)]);
    out[kiln.at(i * 76 + 30, out_len, 133)] = (u64)__float_as_uint(tan_);
    const float asin_ = asinf(x[kiln.at(i, x_len, 135)]);
    out[kiln.at(i * 76 + 31, out_len, 137)] = (u64)__float_as_uint(asin_);
    const float acos_ = acosf(x[kiln.at(i, x_len, 139)]);
    out[kiln.at(i * 76 + 32, out_len, 141)] = (u64)__float_as_uint(acos_);
    const float atan_ = atanf(x[kiln.at(i, x_len, 143)]);
    out[kiln.at(i * 76 + 33, out_len, 145)] = (u64)__float_as_uint(atan_);
    const float atan2_ = atan2f(x[kiln.at(i, x_len, 147)], y[kiln.at(i, y_len, 148)]);
    out[kiln.at(i * 76 + 34, out_len, 150)] = (u64)__float_as_uint(atan2_);
    const float sinh_ = sinhf(x[kiln.at(i, x_len, 152)]);
    out[kiln.at(i * 76 + 35, out_len, 154)] = (u64)__float_as_uint(sinh_);
    const float cosh_ = coshf(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 76 + 36, out_len, 158)] = (u64)__float_as_uint(cosh_);
    const float tanh_ = tanhf(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 76 + 37, out_len, 162)] = (u64)__float_as_uint(tanh_);
    const float asinh_ = asinhf(x[kiln.at(i, x_len, 164)]);
    out[kiln.at(i * 76 + 38, out_len, 166)] = (u64)__float_as_uint(asinh_);
    const float acosh_ = acoshf(x[kiln.at(i, x_len, 168)]);
    out[kiln.at(i * 76 + 39, out_len, 170)] = (u64)__float_as_uint(acosh_);
    const float atanh_ = atanhf(x[kiln.at(i, x_len, 172)]);
    out[kiln.at(i * 76 + 40, out_len, 174)] = (u64)__float_as_uint(atanh_);
    const float recip = kiln::recip(x[kiln.at(i, x_len, 176)]);
    out[kiln.at(i * 76 + 41, out_len, 178)] = (u64)__float_as_uint(recip);
    const float to_degrees = kiln::to_degrees(x[kiln.at(i, x_len, 180)]);
    out[kiln.at(i * 76 + 42, out_len, 182)] = (u64)__float_as_uint(to_degrees);
    const float to_radians = kiln::to_radians(x[kiln.at(i, x_len, 184)]);
    out[kiln.at(i * 76 + 43, out_len, 186)] = (u64)__float_as_uint(to_radians);
    const float float_midpoint = kiln::float_midpoint(x[kiln.at(i, x_len, 188)], y[kiln.at(i, y_len, 189)]);
    out[kiln.at(i * 76 + 44, out_len, 191)] = (u64)__float_as_uint(float_midpoint);
    const float float_min = fminf(x[kiln.at(i, x_len, 193)], y[kiln.at(i, y_len, 194)]);
    out[kiln.at(i * 76 + 45, out_len, 196)] = (u64)__float_as_uint(float_min);
    const float float_max = fmaxf(x[kiln.at(i, x_len, 198)], y[kiln.at(i, y_len, 199)]);
    out[kiln.at(i * 76 + 46, out_len, 201)] = (u64)__float_as_uint(float_max);
    const float float_clamp = kiln::float_clamp(x[kiln.at(i, x_len, 203)], y[kiln.at(i, y_len, 204)], z[kiln.at(i, z_len, 205)]);
    out[kiln.at(i * 76 + 47, out_len, 207)] = (u64)__float_as_uint(float_clamp);
    const u32 to_bits = __float_as_uint(x[kiln.at(i, x_len, 209)]);
    out[kiln.at(i * 76 + 48, out_len, 211)] = (u64)to_bits;
    const float from_bits = __uint_as_float(bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 76 + 49, out_len, 215)] = (u64)__float_as_uint(from_bits);
    const bool is_nan = kiln::is_nan(x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 76 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite(x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 76 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite(x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 76 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f32(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 76 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f32(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 76 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 76 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 76 + 56, out_len, 243)] = (u64)is_sign_negative;
    const float to_tf32 = kiln::to_tf32(x[kiln.at(i, x_len, 245)]);
    out[kiln.at(i * 76 + 57, out_len, 247)] = (u64)__float_as_uint(to_tf32);
    const float shuffle = kiln::shuffle(x[kiln.at(i, x_len, 249)], n[kiln.at(i, n_len, 250)]);
    out[kiln.at(i * 76 + 58, out_len, 252)] = (u64)__float_as_uint(shuffle);
    const float shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 254)], n[kiln.at(i, n_len, 255)]);
    out[kiln.at(i * 76 + 59, out_len, 257)] = (u64)__float_as_uint(shuffle_up);
    const float shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 259)], n[kiln.at(i, n_len, 260)]);
    out[kiln.at(i * 76 + 60, out_len, 262)] = (u64)__float_as_uint(shuffle_down);
    const float shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 264)], n[kiln.at(i, n_len, 265)]);
    out[kiln.at(i * 76 + 61, out_len, 267)] = (u64)__float_as_uint(shuffle_xor);
    const float masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 269)], n[kiln.at(i, n_len, 270)], n[kiln.at(i, n_len, 271)]);
    out[kiln.at(i * 76 + 62, out_len, 273)] = (u64)__float_as_uint(masked_shuffle);
    const float warp_sum = kiln::warp_sum(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 76 + 63, out_len, 277)] = (u64)__float_as_uint(warp_sum);
    const float warp_min = kiln::warp_min(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 76 + 64, out_len, 281)] = (u64)__float_as_uint(warp_min);
    const float warp_max = kiln::warp_max(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 76 + 65, out_len, 285)] = (u64)__float_as_uint(warp_max);
    const float warp_inclusive_sum = kiln::warp_inclusive_sum(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 76 + 66, out_len, 289)] = (u64)__float_as_uint(warp_inclusive_sum);
    const float warp_exclusive_sum = kiln::warp_exclusive_sum(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 76 + 67, out_len, 293)] = (u64)__float_as_uint(warp_exclusive_sum);
    const float warp_inclusive_min = kiln::warp_inclusive_min(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 76 + 68, out_len, 297)] = (u64)__float_as_uint(warp_inclusive_min);
    const float warp_exclusive_min = kiln::warp_exclusive_min(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 76 + 69, out_len, 301)] = (u64)__float_as_uint(warp_exclusive_min);
    const float warp_inclusive_max = kiln::warp_inclusive_max(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 76 + 70, out_len, 305)] = (u64)__float_as_uint(warp_inclusive_max);
    const float warp_exclusive_max = kiln::warp_exclusive_max(x[kiln.at(i, x_len, 307)]);
    out[kiln.at(i * 76 + 71, out_len, 309)] = (u64)__float_as_uint(warp_exclusive_max);
    const float broadcast = kiln::shuffle(x[kiln.at(i, x_len, 311)], n[kiln.at(i, n_len, 312)]);
    out[kiln.at(i * 76 + 72, out_len, 314)] = (u64)__float_as_uint(broadcast);
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 76 + 73, out_len, 318)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 320)]);
    out[kiln.at(i * 76 + 74, out_len, 322)] = (u64)match_all;
    const float lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 324)], n[kiln.at(i, n_len, 325)]);
    out[kiln.at(i * 76 + 75, out_len, 327)] = (u64)__float_as_uint(lane_xor);
}
