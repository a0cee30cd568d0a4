template <typename T>
__device__ __forceinline__ void tensor_load_2(T& target, const tensor_map& map, u64& barrier, u32 x0, u32 x1) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4}], [%2];"
                 :: "r"(shared_address(&target)), "l"(&map), "r"(shared_address(&barrier)), "r"(x0), "r"(x1) : "memory");
}
