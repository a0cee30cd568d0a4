__device__ __forceinline__ i16 saturating_sub_i16(i16 a, i16 b) {
    return kiln::narrow<i16>(kiln::int_min(kiln::int_max((i32)((u32)(i32)a - (i32)b), (i32)-32768), (i32)32767));
}
