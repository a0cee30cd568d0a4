typedef signed char i8;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.cdb02479

extern "C" __global__ void stepped(
    const usize* __restrict__ by, usize by_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        u32 sum = 0;
        const usize step = by[kiln.at(i, by_len, 5)];
        if (step == 0) {
            kiln.fail(6);
        }
        const u8 start = 0;
        const u8 end = 200;
        for (
            usize turn = 0, turn_end = start < end ? kiln.div((usize)end - (usize)start - 1, step, 7) + 1 : 0;
            turn < turn_end;
            ++turn
        ) {
            const u8 k = (u8)((u32)start + (u8)(turn * step));
            sum += (u32)k + 1;
        }
        const usize step_1 = by[i];
        if (step_1 == 0) {
            kiln.fail(11);
        }
        const i8 start_1 = -100;
        const i8 end_1 = 100;
        for (
            usize turn = start_1 <= end_1 ? kiln.div((usize)end_1 - (usize)start_1, step_1, 12) + 1 : 0;
            turn-- > 0;
        ) {
            const i8 k = (i8)((u32)start_1 + (i8)(turn * step_1));
            sum = sum * 3 + ((u32)k & 255);
        }
        const u16 start_2 = 5;
        const u16 end_2 = 5;
        for (
            usize turn = 0, turn_end = start_2 < end_2 ? ((usize)end_2 - (usize)start_2 - 1) / 300 + 1 : 0;
            turn < turn_end;
            ++turn
        ) {
            const u16 k = (u16)((u32)start_2 + (u16)(turn * 300));
            sum += (u32)k;
        }
        out[i] = sum;
    }
}
