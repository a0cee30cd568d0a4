__device__ __forceinline__ u16 unsigned_abs_i16(i16 x) {
    return (u16)kiln::int_abs(x);
}
