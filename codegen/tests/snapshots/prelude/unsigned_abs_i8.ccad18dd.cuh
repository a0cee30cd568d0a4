__device__ __forceinline__ u8 unsigned_abs_i8(i8 x) {
    return (u8)kiln::int_abs(x);
}
