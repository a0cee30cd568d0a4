typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca range.ae1cd7e6

extern "C" __global__ void labels(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        u32 sum = 0;
        for (u32 a = 0; a < 20; ++a) {
            {
                for (const u32 b : kiln::range<u32>(a, 20, 1, true, true)) {
                    if (b % 5 == (u32)i % 5) {
                        goto continue_0;
                    }
                    if (a * b > 100 + (u32)i) {
                        goto break_0;
                    }
                    sum += a ^ b;
                }
            }
            continue_0:;
        }
        break_0:;
        out[i] = sum;
    }
}
