//! CUDA C++ text.
