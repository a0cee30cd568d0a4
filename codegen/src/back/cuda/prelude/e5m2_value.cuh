        // The upper half of an f16.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)(bits << 8)));
        return x;
