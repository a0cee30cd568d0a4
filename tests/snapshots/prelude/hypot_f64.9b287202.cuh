__device__ __forceinline__ double hypot_f64(double x, double y) {
    const double x_1 = x;
    const double y_1 = y;
    const double a = fabs(x_1);
    const double b = fabs(y_1);
    const double greater = a < kiln::hidden(b) ? b : a;
    const double lesser = a < kiln::hidden(b) ? a : b;
    const double down = 2.409919865102884e-181;
    const double up = 4.149515568880993e180;
    const double scale = greater > 1e150 ? down : greater < 1e-130 ? up : 1.0;
    const double back = greater > 1e150 ? up : greater < 1e-130 ? down : 1.0;
    const double p = greater * scale;
    const double q = lesser * scale;
    const double value = sqrt(fma(p, p, q * q)) * back;
    const double infinity = __longlong_as_double((i64)9218868437227405312ull);
    const double result = a == infinity || b == infinity ? infinity : value;
    return result;
}
