typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void template_(
    float* __restrict__ double_, usize double_len_1,
    usize double_len,
    float kiln_,
    float x,
    const kiln::launch_info kiln
) {
    const float x_1 = x + kiln_;
    const float sinf_ = sinf(x_1);
    for (usize i = 0; i < double_len; ++i) {
        const float gr__e = sinf_;
        double_[kiln.at(i, double_len_1, 4)] = gr__e;
    }
    for (usize i = 0; i < double_len; ++i) {
        const float gr__e = sinf_;
        double_[kiln.at(i, double_len_1, 8)] = gr__e;
    }
}
