typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca range.ae1cd7e6

extern "C" __global__ void counted(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        u32 sum = 0;
        for (usize k = 0; k < i; k += 3) {
            sum += (u32)k;
        }
        for (const u8 k : kiln::range<u8>(0, 255, 1, true, true)) {
            if ((usize)k == i) {
                sum += 10000;
            }
        }
        for (usize _turn = i; _turn < 10; ++_turn) {
            sum += 1;
        }
        out[i] = sum;
    }
}
