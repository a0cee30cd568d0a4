// A number that is read or computed once. Where NVRTC reads a special register again, or computes its digits, between a
// product of a warpgroup and the wait for it, ptxas (13.0) lets each product wait for the one before (C7514).
__device__ __forceinline__ usize pinned(usize number) {
    asm volatile("" : "+l"(number));
    return number;
}
