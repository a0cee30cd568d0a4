typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

__device__ __forceinline__ i32 chained_elements(
    usize i,
    const i32* x, usize x_len,
    const kiln::launch_info& kiln
) {
    i32 s = 0;
    if (i > i + 5 || i + 5 > x_len) {
        kiln.fail(3, (u64)i, (u64)(i + 5), (u64)x_len);
    }
    const usize end = i % 4;
    if (end > x_len) {
        kiln.fail(5, (u64)end, (u64)x_len);
    }
    const usize length = i + 5 - i + end;
    const usize length_1 = length == 0 ? 0 : (length - 1) / 2 + 1;
    for (usize turn = 0; turn < length_1; ++turn) {
        i32 found;
        if (length - 1 - turn * 2 < i + 5 - i) {
            found = (x + i)[length - 1 - turn * 2];
        } else {
            found = (x + 0)[length - 1 - turn * 2 - (i + 5 - i)];
        }
        s = (i32)(s * 5u + found);
    }
    return s;
}

extern "C" __global__ void chained_elements_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = chained_elements(i, x, x_len, kiln);
    }
}
