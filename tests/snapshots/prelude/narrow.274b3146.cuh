// The lower bits of what was computed in 32, which compilers are kept from computing in 16: ptxas (13.0 at least)
// widens the negation of the least integer of 16 bits as if it were positive, and NVRTC finds negations in differences
// and in products too. The half is taken of the register by name: of a conversion ptxas packs the 16 bits beside others
// in the place of the 32, and goes on to use the 32.
template <typename T> __device__ __forceinline__ T narrow(u32 x) {
    unsigned short low;
    asm("{.reg .b16 high; mov.b32 {%0, high}, %1;}" : "=h"(low) : "r"(x));
    return (T)low;
}
