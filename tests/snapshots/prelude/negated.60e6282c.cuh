// A negation that ptxas (13.0 at least) does not know to be one: of `max(x, max(y, -z))`, and of the minimum likewise, it
// makes one instruction for three numbers, which has no place for the sign (`VIMNMX3`), and forgets it. What is known to
// be a negation becomes a magnitude too, and that of the least integer is then taken for negative. Of an empty `asm`, of
// differences and of complements it knows; bytes that are chosen in their order it leaves as they are. So it does the
// bits of a table with one input (`lop3`), but it falls over one that is compared with zero where a branch begins.
__device__ __forceinline__ u32 negated(u32 x) {
    u32 result;
    asm("prmt.b32 %0, %1, 0, 0x3210;" : "=r"(result) : "r"(-x));
    return result;
}
