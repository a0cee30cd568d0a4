__device__ __forceinline__ double hypot_f64(double x, double y) {
    const double a = fabs(x);
    const double b = fabs(y);
    const double greater = a < kiln::hidden(b) ? b : a;
    const double lesser = a < kiln::hidden(b) ? a : b;
    const double scale = greater > 1e150 ? 2.409919865102884e-181 : greater < 1e-130 ? 4.149515568880993e180 : 1.0;
    const double back = greater > 1e150 ? 4.149515568880993e180 : greater < 1e-130 ? 2.409919865102884e-181 : 1.0;
    const double p = greater * scale;
    const double q = lesser * scale;
    const double value = sqrt(fma(p, p, q * q)) * back;
    const double infinity = __longlong_as_double((i64)9218868437227405312ull);
    return a == infinity || b == infinity ? infinity : value;
}
