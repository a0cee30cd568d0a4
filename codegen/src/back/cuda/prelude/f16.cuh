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

{OPERATORS}
