typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void iterators(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    usize n,
    const kiln::launch_info kiln
) {
    float sum = 0.0f;
    for (usize turn = 0; turn < x_len; ++turn) {
        sum += x[turn];
    }
    for (usize turn = x_len; turn-- > 0;) {
        const usize i = turn;
        const float v = x[turn];
        sum += v * (float)i;
    }
    if (1ull > x_len) {
        kiln.fail(7, (u64)1ull, (u64)x_len);
    }
    const usize length = x_len - 1 < y_len ? x_len - 1 : y_len;
    const usize length_1 = length > n ? length - n : 0;
    const usize length_2 = length_1 == 0 ? 0 : (length_1 - 1) / 2 + 1;
    for (usize turn = 0; turn < length_2; ++turn) {
        y[turn * 2 + n] = (x + 1)[turn * 2 + n] + sum;
    }
    const usize length_3 = x_len / 2;
    for (usize turn = 0; turn < length_3; ++turn) {
        const usize start = turn * 2;
        sum += (x + start)[kiln.at(0, 2, 13)] - (x + start)[kiln.at(1, 2, 14)];
    }
    if (n > x_len) {
        kiln.fail(16, (u64)n, (u64)x_len);
    }
    const usize length_4 = x_len < x_len - n ? x_len : x_len - n;
    float sum_1 = -0.0f;
    for (usize turn = 0; turn < length_4; ++turn) {
        sum_1 += x[turn] * (x + n)[turn];
    }
    const float dot = sum_1;
    float folded = -3.4028235e38f;
    for (usize turn = 0; turn < x_len; ++turn) {
        const float most = folded;
        const float v = x[turn];
        folded = fmaxf(most, v);
    }
    const float most = folded;
    bool decided = false;
    for (usize turn = 0; turn < x_len; ++turn) {
        if (x[turn] > dot) {
            decided = true;
            break;
        }
    }
    bool condition = decided;
    if (condition) {
        const usize start = 0;
        const usize end = n;
        const usize length_5 = start < end ? end - start : 0;
        bool decided_1 = true;
        for (usize turn = 0; turn < length_5; ++turn) {
            const usize i = start + turn;
            if (!(i < 7)) {
                decided_1 = false;
                break;
            }
        }
        condition = decided_1;
    }
    const bool some = condition;
    y[kiln.at(0, y_len, 22)] = some ? sum + most : dot;
}
