typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void hash_strings(
    const u32* __restrict__ starts, usize starts_len,
    const u8* __restrict__ bytes, usize bytes_len,
    u32* __restrict__ hashes, usize hashes_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < starts_len) {
        u32 hash = 5381;
        const usize start = (usize)starts[i];
        const usize end = (usize)starts[i + 1];
        if (start > end || end > bytes_len) {
            kiln.fail(7, (u64)start, (u64)end, (u64)bytes_len);
        }
        for (usize turn = 0, turn_end = end - start; turn < turn_end; ++turn) {
            hash = hash * 33 ^ (u32)(bytes + start)[turn];
        }
        hashes[kiln.at(i, hashes_len, 10)] = hash;
    }
}
