typedef int i32;
typedef long long i64;
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

__device__ __forceinline__ double log_f64(double x, double base) {
    const double x_1 = x;
    const double base_1 = base;
    const double result = log(x_1) / log(base_1);
    return result;
}

__device__ __forceinline__ bool is_normal_f64(double x) {
    const double x_1 = x;
    const u64 all = ~0ull >> 1;
    const u64 magnitude = (u64)__double_as_longlong(x_1) & all;
    const bool result = magnitude >= (u64)__double_as_longlong(2.2250738585072014e-308) && magnitude < (u64)__double_as_longlong(__longlong_as_double(0x7ff0000000000000ll));
    return result;
}

__device__ __forceinline__ bool is_subnormal_f64(double x) {
    const double x_1 = x;
    const u64 all = ~0ull >> 1;
    const u64 magnitude = (u64)__double_as_longlong(x_1) & all;
    const bool result = magnitude != 0 && magnitude < (u64)__double_as_longlong(2.2250738585072014e-308);
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

extern "C" __global__ void intrinsics_f64(
    const double* __restrict__ x, usize x_len,
    const double* __restrict__ y, usize y_len,
    const double* __restrict__ z, usize z_len,
    const u64* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const double floor_ = floor(x[kiln.at(i, x_len, 2)]);
    out[kiln.at(i * 75 + 0, out_len, 4)] = (u64)__double_as_longlong(floor_);
    const double ceil_ = ceil(x[kiln.at(i, x_len, 6)]);
    out[kiln.at(i * 75 + 1, out_len, 8)] = (u64)__double_as_longlong(ceil_);
    const double round_ = round(x[kiln.at(i, x_len, 10)]);
    out[kiln.at(i * 75 + 2, out_len, 12)] = (u64)__double_as_longlong(round_);
    const double round_ties_even = rint(x[kiln.at(i, x_len, 14)]);
    out[kiln.at(i * 75 + 3, out_len, 16)] = (u64)__double_as_longlong(round_ties_even);
    const double trunc_ = trunc(x[kiln.at(i, x_len, 18)]);
    out[kiln.at(i * 75 + 4, out_len, 20)] = (u64)__double_as_longlong(trunc_);
    const double fract = kiln::fract(x[kiln.at(i, x_len, 22)]);
    out[kiln.at(i * 75 + 5, out_len, 24)] = (u64)__double_as_longlong(fract);
    const double float_abs = fabs(x[kiln.at(i, x_len, 26)]);
    out[kiln.at(i * 75 + 6, out_len, 28)] = (u64)__double_as_longlong(float_abs);
    const double float_signum = kiln::float_signum(x[kiln.at(i, x_len, 30)]);
    out[kiln.at(i * 75 + 7, out_len, 32)] = (u64)__double_as_longlong(float_signum);
    const double copysign_ = copysign(x[kiln.at(i, x_len, 34)], y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 75 + 8, out_len, 37)] = (u64)__double_as_longlong(copysign_);
    const double mul_add = fma(x[kiln.at(i, x_len, 39)], y[kiln.at(i, y_len, 40)], z[kiln.at(i, z_len, 41)]);
    out[kiln.at(i * 75 + 9, out_len, 43)] = (u64)__double_as_longlong(mul_add);
    const double float_div_euclid = kiln::float_div_euclid(x[kiln.at(i, x_len, 45)], y[kiln.at(i, y_len, 46)]);
    out[kiln.at(i * 75 + 10, out_len, 48)] = (u64)__double_as_longlong(float_div_euclid);
    const double float_rem_euclid = kiln::float_rem_euclid(x[kiln.at(i, x_len, 50)], y[kiln.at(i, y_len, 51)]);
    out[kiln.at(i * 75 + 11, out_len, 53)] = (u64)__double_as_longlong(float_rem_euclid);
    const double powi = kiln::powi(x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]);
    out[kiln.at(i * 75 + 12, out_len, 58)] = (u64)__double_as_longlong(powi);
    const double powf_ = pow(x[kiln.at(i, x_len, 60)], y[kiln.at(i, y_len, 61)]);
    out[kiln.at(i * 75 + 13, out_len, 63)] = (u64)__double_as_longlong(powf_);
    const double sqrt_ = sqrt(x[kiln.at(i, x_len, 65)]);
    out[kiln.at(i * 75 + 14, out_len, 67)] = (u64)__double_as_longlong(sqrt_);
    const double rsqrt_ = rsqrt(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 75 + 15, out_len, 71)] = (u64)__double_as_longlong(rsqrt_);
    const double exp_ = exp(x[kiln.at(i, x_len, 73)]);
    out[kiln.at(i * 75 + 16, out_len, 75)] = (u64)__double_as_longlong(exp_);
    const double exp2_ = exp2(x[kiln.at(i, x_len, 77)]);
    out[kiln.at(i * 75 + 17, out_len, 79)] = (u64)__double_as_longlong(exp2_);
    const double exp_m1 = expm1(x[kiln.at(i, x_len, 81)]);
    out[kiln.at(i * 75 + 18, out_len, 83)] = (u64)__double_as_longlong(exp_m1);
    const double ln = log(x[kiln.at(i, x_len, 85)]);
    out[kiln.at(i * 75 + 19, out_len, 87)] = (u64)__double_as_longlong(ln);
    const double log_ = kiln::log_f64(x[kiln.at(i, x_len, 89)], y[kiln.at(i, y_len, 90)]);
    out[kiln.at(i * 75 + 20, out_len, 92)] = (u64)__double_as_longlong(log_);
    const double log2_ = log2(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 75 + 21, out_len, 96)] = (u64)__double_as_longlong(log2_);
    const double log10_ = log10(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 75 + 22, out_len, 100)] = (u64)__double_as_longlong(log10_);
    const double ln_1p = log1p(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 75 + 23, out_len, 104)] = (u64)__double_as_longlong(ln_1p);
    const double erf_ = erf(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 75 + 24, out_len, 108)] = (u64)__double_as_longlong(erf_);
    const double erfc_ = erfc(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 75 + 25, out_len, 112)] = (u64)__double_as_longlong(erfc_);
    const double cbrt_ = cbrt(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 75 + 26, out_len, 116)] = (u64)__double_as_longlong(cbrt_);
    const double hypot_ = hypot(x[kiln.at(i, x_len, 118)], y[kiln.at(i, y_len, 119)]);
    out[kiln.at(i * 75 + 27, out_len, 121)] = (u64)__double_as_longlong(hypot_);
    const double sin_ = sin(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 75 + 28, out_len, 125)] = (u64)__double_as_longlong(sin_);
    const double cos_ = cos(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 75 + 29, out_len, 129)] = (u64)__double_as_longlong(cos_);
    const double tan_ = tan(x[kiln.at(i, x_len, 131)]);
    out[kiln.at(i * 75 + 30, out_len, 133)] = (u64)__double_as_longlong(tan_);
    const double asin_ = asin(x[kiln.at(i, x_len, 135)]);
    out[kiln.at(i * 75 + 31, out_len, 137)] = (u64)__double_as_longlong(asin_);
    const double acos_ = acos(x[kiln.at(i, x_len, 139)]);
    out[kiln.at(i * 75 + 32, out_len, 141)] = (u64)__double_as_longlong(acos_);
    const double atan_ = atan(x[kiln.at(i, x_len, 143)]);
    out[kiln.at(i * 75 + 33, out_len, 145)] = (u64)__double_as_longlong(atan_);
    const double atan2_ = atan2(x[kiln.at(i, x_len, 147)], y[kiln.at(i, y_len, 148)]);
    out[kiln.at(i * 75 + 34, out_len, 150)] = (u64)__double_as_longlong(atan2_);
    const double sinh_ = sinh(x[kiln.at(i, x_len, 152)]);
    out[kiln.at(i * 75 + 35, out_len, 154)] = (u64)__double_as_longlong(sinh_);
    const double cosh_ = cosh(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 75 + 36, out_len, 158)] = (u64)__double_as_longlong(cosh_);
    const double tanh_ = tanh(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 75 + 37, out_len, 162)] = (u64)__double_as_longlong(tanh_);
    const double asinh_ = asinh(x[kiln.at(i, x_len, 164)]);
    out[kiln.at(i * 75 + 38, out_len, 166)] = (u64)__double_as_longlong(asinh_);
    const double acosh_ = acosh(x[kiln.at(i, x_len, 168)]);
    out[kiln.at(i * 75 + 39, out_len, 170)] = (u64)__double_as_longlong(acosh_);
    const double atanh_ = atanh(x[kiln.at(i, x_len, 172)]);
    out[kiln.at(i * 75 + 40, out_len, 174)] = (u64)__double_as_longlong(atanh_);
    const double recip = kiln::recip(x[kiln.at(i, x_len, 176)]);
    out[kiln.at(i * 75 + 41, out_len, 178)] = (u64)__double_as_longlong(recip);
    const double to_degrees = kiln::to_degrees(x[kiln.at(i, x_len, 180)]);
    out[kiln.at(i * 75 + 42, out_len, 182)] = (u64)__double_as_longlong(to_degrees);
    const double to_radians = kiln::to_radians(x[kiln.at(i, x_len, 184)]);
    out[kiln.at(i * 75 + 43, out_len, 186)] = (u64)__double_as_longlong(to_radians);
    const double float_midpoint = kiln::float_midpoint(x[kiln.at(i, x_len, 188)], y[kiln.at(i, y_len, 189)]);
    out[kiln.at(i * 75 + 44, out_len, 191)] = (u64)__double_as_longlong(float_midpoint);
    const double float_min = fmin(x[kiln.at(i, x_len, 193)], y[kiln.at(i, y_len, 194)]);
    out[kiln.at(i * 75 + 45, out_len, 196)] = (u64)__double_as_longlong(float_min);
    const double float_max = fmax(x[kiln.at(i, x_len, 198)], y[kiln.at(i, y_len, 199)]);
    out[kiln.at(i * 75 + 46, out_len, 201)] = (u64)__double_as_longlong(float_max);
    const double float_clamp = kiln::float_clamp(x[kiln.at(i, x_len, 203)], y[kiln.at(i, y_len, 204)], z[kiln.at(i, z_len, 205)]);
    out[kiln.at(i * 75 + 47, out_len, 207)] = (u64)__double_as_longlong(float_clamp);
    const u64 to_bits = (u64)__double_as_longlong(x[kiln.at(i, x_len, 209)]);
    out[kiln.at(i * 75 + 48, out_len, 211)] = to_bits;
    const double from_bits = __longlong_as_double((i64)bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 75 + 49, out_len, 215)] = (u64)__double_as_longlong(from_bits);
    const bool is_nan = kiln::is_nan(x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 75 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite(x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 75 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite(x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 75 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f64(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 75 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f64(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 75 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 75 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 75 + 56, out_len, 243)] = (u64)is_sign_negative;
    const double shuffle = kiln::shuffle(x[kiln.at(i, x_len, 245)], n[kiln.at(i, n_len, 246)]);
    out[kiln.at(i * 75 + 57, out_len, 248)] = (u64)__double_as_longlong(shuffle);
    const double shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 250)], n[kiln.at(i, n_len, 251)]);
    out[kiln.at(i * 75 + 58, out_len, 253)] = (u64)__double_as_longlong(shuffle_up);
    const double shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 255)], n[kiln.at(i, n_len, 256)]);
    out[kiln.at(i * 75 + 59, out_len, 258)] = (u64)__double_as_longlong(shuffle_down);
    const double shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 260)], n[kiln.at(i, n_len, 261)]);
    out[kiln.at(i * 75 + 60, out_len, 263)] = (u64)__double_as_longlong(shuffle_xor);
    const double masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 265)], n[kiln.at(i, n_len, 266)], n[kiln.at(i, n_len, 267)]);
    out[kiln.at(i * 75 + 61, out_len, 269)] = (u64)__double_as_longlong(masked_shuffle);
    const double warp_sum = kiln::warp_sum(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 75 + 62, out_len, 273)] = (u64)__double_as_longlong(warp_sum);
    const double warp_min = kiln::warp_min(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 75 + 63, out_len, 277)] = (u64)__double_as_longlong(warp_min);
    const double warp_max = kiln::warp_max(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 75 + 64, out_len, 281)] = (u64)__double_as_longlong(warp_max);
    const double warp_inclusive_sum = kiln::warp_inclusive_sum(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 75 + 65, out_len, 285)] = (u64)__double_as_longlong(warp_inclusive_sum);
    const double warp_exclusive_sum = kiln::warp_exclusive_sum(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 75 + 66, out_len, 289)] = (u64)__double_as_longlong(warp_exclusive_sum);
    const double warp_inclusive_min = kiln::warp_inclusive_min(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 75 + 67, out_len, 293)] = (u64)__double_as_longlong(warp_inclusive_min);
    const double warp_exclusive_min = kiln::warp_exclusive_min(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 75 + 68, out_len, 297)] = (u64)__double_as_longlong(warp_exclusive_min);
    const double warp_inclusive_max = kiln::warp_inclusive_max(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 75 + 69, out_len, 301)] = (u64)__double_as_longlong(warp_inclusive_max);
    const double warp_exclusive_max = kiln::warp_exclusive_max(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 75 + 70, out_len, 305)] = (u64)__double_as_longlong(warp_exclusive_max);
    const double broadcast = kiln::shuffle(x[kiln.at(i, x_len, 307)], n[kiln.at(i, n_len, 308)]);
    out[kiln.at(i * 75 + 71, out_len, 310)] = (u64)__double_as_longlong(broadcast);
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 312)]);
    out[kiln.at(i * 75 + 72, out_len, 314)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 75 + 73, out_len, 318)] = (u64)match_all;
    const double lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 320)], n[kiln.at(i, n_len, 321)]);
    out[kiln.at(i * 75 + 74, out_len, 323)] = (u64)__double_as_longlong(lane_xor);
}
