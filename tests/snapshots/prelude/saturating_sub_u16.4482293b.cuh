__device__ __forceinline__ u16 saturating_sub_u16(u16 a, u16 b) {
    return (u16)kiln::int_min(kiln::int_max((i32)((u32)(i32)a - (i32)b), (i32)0), (i32)65535);
}
