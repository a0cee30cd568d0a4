typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void count_down(u32* __restrict__ left, usize left_len, const kiln::launch_info kiln) {
    if ((usize)blockIdx.x * blockDim.x + threadIdx.x == 0) {
        left[kiln.at(0, left_len, 3)] -= 1;
    }
}
