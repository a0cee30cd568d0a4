__device__ __forceinline__ float to_radians(float x) { return x * (3.14159265358979323846264338327950288f / 180.0f); }
__device__ __forceinline__ double to_radians(double x) { return x * (3.14159265358979323846264338327950288 / 180.0); }
