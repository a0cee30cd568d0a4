    [[noreturn]] __device__ __forceinline__ void fail_in(u32 block, u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail_in(record, kernel, launch, block, site, a, b, c, d);
    }
