typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 lane_id.154b932d unsigned_by_size.3ee267ca exchange.3a989a11
//   shuffle.610a0943 shuffle_down.ecb4c812 launch_info.f0b3b588

extern "C" __global__ void __launch_bounds__(128) warp_sums(
    const u32* __restrict__ x, usize x_len,
    u32* total, usize total_len,
    const kiln::launch_info kiln
) {
    u32 sum = 0;
    const usize step = (usize)gridDim.x * 128;
    if (step == 0) {
        kiln.fail(3);
    }
    for (usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x, i_step = step; i < x_len; i += i_step) {
        sum += x[i];
    }
    u32 distance = 16;
    while (distance > 0) {
        const u32 value = kiln::shuffle_down(sum, distance);
        sum += value;
        distance = distance / 2;
    }
    if (kiln::lane_id() == 0) {
        atomicAdd(&total[kiln.at(0, total_len, 13)], sum);
    }
}
