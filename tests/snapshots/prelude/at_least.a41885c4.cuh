// Comparisons with a constant, by what holds where the order does not: ptxas (13.0 at least) takes `|x| >= 0` for true,
// of NaN as well, and NVRTC would write the order itself.
__device__ __forceinline__ bool at_least(float x, float least) {
    unsigned holds;
    asm("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.b32 %0, 0, 1, p; }" : "=r"(holds) : "f"(x), "f"(least));
    return holds != 0;
}
__device__ __forceinline__ bool above(float x, float least) {
    unsigned holds;
    asm("{ .reg .pred p; setp.leu.f32 p, %1, %2; selp.b32 %0, 0, 1, p; }" : "=r"(holds) : "f"(x), "f"(least));
    return holds != 0;
}
