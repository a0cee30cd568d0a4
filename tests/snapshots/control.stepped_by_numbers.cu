typedef signed char i8;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca range.ae1cd7e6 launch_info.502d9f1e

extern "C" __global__ void stepped_by_numbers(
    const i8* __restrict__ ends, usize ends_len,
    const u64* __restrict__ far, usize far_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        i64 sum = 0;
        u64 turns = 0;
        for (const i8 k : kiln::range<i8>(-128, ends[kiln.at(i, ends_len, 5)], 3, false, false)) {
            sum = (i64)(sum * 3ull + (i64)k);
            turns += 1;
        }
        for (const i8 k : kiln::range<i8>(5, ends[i], 100, false, false)) {
            sum = (i64)(sum * 3ull + (i64)k);
            turns += 1;
        }
        for (const u8 k : kiln::range<u8>((u8)ends[i], 255, 7, false, false)) {
            sum = (i64)(sum * 3ull + (i64)k);
            turns += 1;
        }
        for (
            const u64 k : kiln::range<u64>(18446744073709551615ull - 20, far[kiln.at(i, far_len, 17)], 16, false, false)
        ) {
            sum = (i64)(sum * 3ull) ^ (i64)k;
            turns += 1;
        }
        for (const u64 k : kiln::range<u64>(0, far[i], 4611686018427387903ull, false, false)) {
            sum = (i64)(sum * 3ull) ^ (i64)k;
            turns += 1;
        }
        out[i] = (u64)sum ^ turns << 56;
    }
}
