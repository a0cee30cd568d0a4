#if __CUDA_ARCH__ >= 890
        asm("{.reg .b32 w; .reg .b16 l, h; cvt.rn.f16x2.e4m3x2 w, %1; mov.b32 {l, h}, w; cvt.f32.f16 %0, l;}" : "=f"(x) : "h"((u16)bits));
        return x;
#else
        // An f16 moved by a place.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)((bits & 0x80) << 8 | (bits & 0x7f) << 7)));
        return (bits & 0x7f) == 0x7f ? __uint_as_float(0x7fc00000u) : x * 256.0f;
#endif
