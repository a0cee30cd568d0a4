typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef long long isize;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void operators_bool(
    const bool* __restrict__ x, usize x_len,
    const bool* __restrict__ y, usize y_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    out[kiln.at(i * 100 + 0, out_len, 4)] = (u64)(x[kiln.at(i, x_len, 2)] & y[kiln.at(i, y_len, 3)]);
    out[kiln.at(i * 100 + 1, out_len, 8)] = (u64)(x[kiln.at(i, x_len, 6)] | y[kiln.at(i, y_len, 7)]);
    out[kiln.at(i * 100 + 2, out_len, 12)] = (u64)(x[kiln.at(i, x_len, 10)] ^ y[kiln.at(i, y_len, 11)]);
    out[kiln.at(i * 100 + 3, out_len, 16)] = (u64)(x[kiln.at(i, x_len, 14)] && y[kiln.at(i, y_len, 15)]);
    out[kiln.at(i * 100 + 4, out_len, 20)] = (u64)(x[kiln.at(i, x_len, 18)] || y[kiln.at(i, y_len, 19)]);
    out[kiln.at(i * 100 + 5, out_len, 24)] = (u64)(x[kiln.at(i, x_len, 22)] == y[kiln.at(i, y_len, 23)]);
    out[kiln.at(i * 100 + 6, out_len, 28)] = (u64)(x[kiln.at(i, x_len, 26)] != y[kiln.at(i, y_len, 27)]);
    out[kiln.at(i * 100 + 7, out_len, 32)] = (u64)(x[kiln.at(i, x_len, 30)] < y[kiln.at(i, y_len, 31)]);
    out[kiln.at(i * 100 + 8, out_len, 36)] = (u64)(x[kiln.at(i, x_len, 34)] <= y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 100 + 9, out_len, 40)] = (u64)(x[kiln.at(i, x_len, 38)] > y[kiln.at(i, y_len, 39)]);
    out[kiln.at(i * 100 + 10, out_len, 44)] = (u64)(x[kiln.at(i, x_len, 42)] >= y[kiln.at(i, y_len, 43)]);
    out[kiln.at(i * 100 + 11, out_len, 47)] = (u64)!x[kiln.at(i, x_len, 46)];
    out[kiln.at(i * 100 + 12, out_len, 50)] = (u64)x[kiln.at(i, x_len, 49)];
    out[kiln.at(i * 100 + 13, out_len, 53)] = (u64)(i8)x[kiln.at(i, x_len, 52)];
    out[kiln.at(i * 100 + 14, out_len, 56)] = (u64)(i16)x[kiln.at(i, x_len, 55)];
    out[kiln.at(i * 100 + 15, out_len, 59)] = (u64)(i32)x[kiln.at(i, x_len, 58)];
    out[kiln.at(i * 100 + 16, out_len, 62)] = (u64)(i64)x[kiln.at(i, x_len, 61)];
    out[kiln.at(i * 100 + 17, out_len, 65)] = (u64)(isize)x[kiln.at(i, x_len, 64)];
    out[kiln.at(i * 100 + 18, out_len, 68)] = (u64)(u8)x[kiln.at(i, x_len, 67)];
    out[kiln.at(i * 100 + 19, out_len, 71)] = (u64)(u16)x[kiln.at(i, x_len, 70)];
    out[kiln.at(i * 100 + 20, out_len, 74)] = (u64)(u32)x[kiln.at(i, x_len, 73)];
    out[kiln.at(i * 100 + 21, out_len, 77)] = (u64)x[kiln.at(i, x_len, 76)];
    out[kiln.at(i * 100 + 22, out_len, 80)] = (u64)(usize)x[kiln.at(i, x_len, 79)];
    out[kiln.at(i * 100 + 23, out_len, 82)] = (u64)true;
    out[kiln.at(i * 100 + 24, out_len, 85)] = (u64)(true < y[kiln.at(i, y_len, 84)]);
    out[kiln.at(i * 100 + 25, out_len, 87)] = (u64)false;
    out[kiln.at(i * 100 + 26, out_len, 90)] = (u64)(false < y[kiln.at(i, y_len, 89)]);
    out[kiln.at(i * 100 + 27, out_len, 95)] = (u64)((x[kiln.at(i, x_len, 92)] < y[kiln.at(i, y_len, 93)] ? x[kiln.at(i, x_len, 92)] : y[kiln.at(i, y_len, 93)]) && x[kiln.at(i, x_len, 92)] < y[kiln.at(i, y_len, 93)] || !y[kiln.at(i, y_len, 93)]);
    bool total = x[kiln.at(i, x_len, 97)];
    total &= y[kiln.at(i, y_len, 99)];
    out[kiln.at(i * 100 + 28, out_len, 101)] = (u64)total;
    total |= y[kiln.at(i, y_len, 103)];
    out[kiln.at(i * 100 + 29, out_len, 105)] = (u64)total;
    total ^= y[kiln.at(i, y_len, 107)];
    out[kiln.at(i * 100 + 30, out_len, 109)] = (u64)total;
}
