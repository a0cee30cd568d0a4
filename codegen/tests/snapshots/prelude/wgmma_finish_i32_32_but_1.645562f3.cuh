__device__ __forceinline__ void wgmma_finish_i32_32_but_1(int& sum) {
    int* d = &sum;
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
    asm volatile("" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15]) :: "memory");
}
