typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.cdb02479

__device__ __forceinline__ u32 fails(u32 value, const kiln::launch_info& kiln) {
    if (!(value != 13)) {
        kiln.fail(2, (u64)value);
    }
    return kiln.div(100u, value, 4);
}

extern "C" __global__ void may_fail(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        out[kiln.at(i, out_len, 10)] = fails(x[i], kiln);
    }
}
