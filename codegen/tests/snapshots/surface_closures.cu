typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void closures(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    usize n,
    const kiln::launch_info kiln
) {
    const float c = 3.0f;
    const float a = x[kiln.at(0, x_len, 4)];
    const float b = 2.0f;
    const float a_1 = x[kiln.at(1, x_len, 5)];
    const float b_1 = y[kiln.at(0, y_len, 6)];
    y[kiln.at(0, y_len, 7)] = a * b + c + (a_1 * b_1 + c);
    u32 count = 0;
    const u32 by = 1;
    u32 result;
    {
        if (by > 10) {
            result = 0;
            goto break_1;
        }
        count += by;
        result = count;
    }
    break_1:;
    const u32 by_1 = 20;
    u32 result_1;
    {
        if (by_1 > 10) {
            result_1 = 0;
            goto break_2;
        }
        count += by_1;
        result_1 = count;
    }
    break_2:;
    const u32 sum = result + result_1;
    if (n >= y_len) {
        kiln.fail(19, (u64)n, (u64)y_len);
    }
    const usize i = 1;
    const float result_2 = x[kiln.at(i, x_len, 16)];
    const float v = result_2;
    y[n] += v;
    const usize offset = n;
    const usize offset_1 = offset;
    const usize i_1 = 2;
    const float result_3 = x[kiln.at(i_1 + offset_1, x_len, 22)];
    y[kiln.at(1, y_len, 24)] = result_3 + (float)sum + (float)count;
}
