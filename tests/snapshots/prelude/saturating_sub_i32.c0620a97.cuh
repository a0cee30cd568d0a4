__device__ __forceinline__ i32 saturating_sub_i32(i32 a, i32 b) {
    const i32 difference = (i32)((u32)a - b);
    const i32 end = a < 0 ? -2147483647 - 1 : 2147483647;
    return ((a ^ b) & (a ^ difference)) < 0 ? end : difference;
}
