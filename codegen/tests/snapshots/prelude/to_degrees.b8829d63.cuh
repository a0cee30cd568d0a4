__device__ __forceinline__ float to_degrees(float x) { return x * 57.2957795130823208767981548141051703f; }
__device__ __forceinline__ double to_degrees(double x) { return x * (180.0 / 3.14159265358979323846264338327950288); }
