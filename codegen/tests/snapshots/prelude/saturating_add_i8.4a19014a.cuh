__device__ __forceinline__ i8 saturating_add_i8(i8 a, i8 b) {
    return (i8)kiln::int_min(kiln::int_max((i32)((u32)(i32)a + (i32)b), (i32)-128), (i32)127);
}
