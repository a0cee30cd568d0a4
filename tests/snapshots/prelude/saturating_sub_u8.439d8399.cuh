__device__ __forceinline__ u8 saturating_sub_u8(u8 a, u8 b) {
    return (u8)kiln::int_min(kiln::int_max((i32)((u32)(i32)a - (i32)b), (i32)0), (i32)255);
}
