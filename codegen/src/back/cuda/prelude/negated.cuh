// A negation that ptxas (13.0 at least) does not know to be one: of `max(x, max(y, -z))`, and of the minimum likewise, it
// makes one instruction for three numbers, which has no place for the sign, and forgets it. Of an empty `asm`, of
// differences and of complements it knows; the bits of a table with one input it leaves as they are. What is known to be
// a negation becomes a magnitude too, and that of the least integer is then taken for negative.
__device__ __forceinline__ u32 negated(u32 x) {
    u32 result;
    asm("lop3.b32 %0, %1, 0, 0, 0xF0;" : "=r"(result) : "r"(-x));
    return result;
}
