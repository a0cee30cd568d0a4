typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void find_pattern(
    const u8* __restrict__ text, usize text_len,
    const u8* __restrict__ pattern, usize pattern_len,
    u32* first, usize first_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i + pattern_len > text_len) {
        return;
    }
    bool same;
    {
        for (usize turn = 0; turn < pattern_len; ++turn) {
            const usize k = turn;
            if (text[kiln.at(i + k, text_len, 7)] != pattern[turn]) {
                same = false;
                goto break_0;
            }
        }
        same = true;
    }
    break_0:;
    if (same) {
        atomicMin(&first[kiln.at(0, first_len, 12)], (u32)i);
    }
}
