__device__ __forceinline__ usize cluster_id() {
    u32 x, y, z, width, height;
    asm("mov.u32 %0, %clusterid.x;" : "=r"(x));
    asm("mov.u32 %0, %clusterid.y;" : "=r"(y));
    asm("mov.u32 %0, %clusterid.z;" : "=r"(z));
    asm("mov.u32 %0, %nclusterid.x;" : "=r"(width));
    asm("mov.u32 %0, %nclusterid.y;" : "=r"(height));
    return x + (usize)width * (y + (usize)height * z);
}
