struct __align__(64) tensor_map { u64 words[16]; };
struct tensor_maps { tensor_map of[1]; };
