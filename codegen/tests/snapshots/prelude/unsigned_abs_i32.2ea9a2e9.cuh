__device__ __forceinline__ u32 unsigned_abs_i32(i32 x) {
    return (u32)kiln::int_abs(x);
}
