typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void jumps(
    u32* __restrict__ out, usize out_len,
    bool flag,
    const kiln::launch_info kiln
) {
    u32 n = 0;
    while (true) {
        {
            n += 1;
            for (u32 j = 0; j < 4; ++j) {
                {
                    while (flag) {
                        n += 1;
                        if (n == 10) {
                            break;
                        }
                        if (n == 20) {
                            continue;
                        }
                        if (n == 30) {
                            goto break_1;
                        }
                        if (n == 40) {
                            goto continue_1;
                        }
                        if (n == 50) {
                            goto continue_0;
                        }
                        if (n == 60) {
                            goto break_0;
                        }
                        if (n == 70) {
                            return;
                        }
                    }
                    const u32 seen = j;
                    n += seen;
                }
                continue_1:;
            }
            break_1:;
            {
                if (flag) {
                    goto break_3;
                } else if (n == 7) {
                    continue;
                } else {
                    n += 1;
                }
                break;
            }
            break_3:;
            const u32 after = n;
            out[kiln.at(1, out_len, 30)] = after;
        }
        continue_0:;
    }
    break_0:;
    const u32 result = n;
    out[kiln.at(0, out_len, 34)] = result;
}
