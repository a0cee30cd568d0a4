typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

__device__ __forceinline__ i32 zipped_behind(
    usize i,
    const i32* x, usize x_len,
    const kiln::launch_info& kiln
) {
    if (i > i + 6 || i + 6 > x_len) {
        kiln.fail(2, (u64)i, (u64)(i + 6), (u64)x_len);
    }
    const usize length = i + 6 - i < x_len ? i + 6 - i : x_len;
    i32 sum = 0;
    for (usize turn = 0; turn < length; ++turn) {
        const i32 item = (i32)((x + i)[turn] * 2u);
        const i32 a = item;
        const i32 b = (i32)(x[turn] + 1u);
        (u32&)sum += (i32)((u32)a * b);
    }
    if (5ull > x_len) {
        kiln.fail(3, (u64)5ull, (u64)x_len);
    }
    if (i > x_len) {
        kiln.fail(4, (u64)i, (u64)x_len);
    }
    usize count = 0;
    const usize length_1 = 5 < x_len - i ? 5 : x_len - i;
    i32 folded = 0;
    for (usize turn = 0; turn < length_1; ++turn) {
        const i32 item = (x + i)[turn] / 2;
        const usize number = count;
        count += 1;
        const usize k = number;
        const i32 b = item;
        const i32 a = folded;
        const i32 b_1 = (i32)((u32)(x + 0)[turn] * b + (i32)k);
        folded = (i32)(a * 3u + b_1);
    }
    return (i32)((u32)sum + folded);
}

extern "C" __global__ void zipped_behind_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = zipped_behind(i, x, x_len, kiln);
    }
}
