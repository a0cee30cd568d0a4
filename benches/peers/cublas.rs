//! cuBLAS in the benchmark's own process, so that it takes turns with Kiln on one stream: products of large matrices
//! run into the power limit, and a peer that is measured at another time has another clock.

use std::ffi::c_void;
use std::ptr;

use kiln::prelude::*;
use libloading::{Library, Symbol};

/// `cublasGemmEx`: column-major, `c = alpha op(a) op(b) + beta c`.
type GemmEx = unsafe extern "C" fn(
    *mut c_void,
    i32,
    i32,
    i32,
    i32,
    i32,
    *const f32,
    *const c_void,
    i32,
    i32,
    *const c_void,
    i32,
    i32,
    *const f32,
    *mut c_void,
    i32,
    i32,
    i32,
    i32,
) -> i32;

/// `CUDA_R_16BF`, `CUBLAS_COMPUTE_32F` and `CUBLAS_GEMM_DEFAULT`.
const BF16: i32 = 14;
const COMPUTE_F32: i32 = 68;
const DEFAULT: i32 = -1;

pub struct Cublas {
    library: Library,
    handle: *mut c_void,
}

impl Cublas {
    /// The library for a GPU's stream, or why it is not there.
    pub fn load(stream: &Stream) -> Result<Cublas, String> {
        type Create = unsafe extern "C" fn(*mut *mut c_void) -> i32;
        type SetStream = unsafe extern "C" fn(*mut c_void, *mut c_void) -> i32;
        let stream = stream.raw().ok_or("the stream is no GPU's")?;
        // SAFETY: the library's initializers are NVIDIA's, and take no part in what this program does.
        let open = |name: &&str| unsafe { Library::new(*name) }.ok();
        let library = ["libcublas.so.13", "libcublas.so.12"].iter().find_map(open);
        let library = library.ok_or("neither libcublas.so.13 nor libcublas.so.12 was found")?;
        let mut handle = ptr::null_mut();
        // SAFETY: the functions have these signatures, and the stream outlives the benchmark.
        let codes = unsafe {
            let create: Symbol<'_, Create> =
                library.get("cublasCreate_v2").map_err(|error| error.to_string())?;
            let set: Symbol<'_, SetStream> =
                library.get("cublasSetStream_v2").map_err(|error| error.to_string())?;
            [create(&raw mut handle), set(handle, stream)]
        };
        if codes != [0, 0] {
            return Err(format!("cuBLAS answered {codes:?}"));
        }
        Ok(Cublas { library, handle })
    }

    /// `c = a b`, or `c = a bᵀ` of a `b` whose rows are the product's columns.
    pub fn product(&self, [a, b]: [&Tensor2<bf16>; 2], transposed: bool, c: &mut Tensor2<bf16>) {
        let [rows, columns] = c.shape().map(|extent| extent as i32);
        let inner = a.cols() as i32;
        let (one, zero) = (1.0f32, 0.0f32);
        let (op, step) = if transposed { (1, inner) } else { (0, columns) };
        let address =
            |tensor: &Tensor2<bf16>| ptr::with_exposed_provenance::<c_void>(tensor.buffer().raw() as usize);
        let to = ptr::with_exposed_provenance_mut::<c_void>(c.buffer().raw() as usize);
        // SAFETY: the function has this signature. The tensors have these extents, nothing lies between their rows, and
        // all of this benchmark is on one stream.
        let code = unsafe {
            let gemm: Symbol<'_, GemmEx> = self.library.get("cublasGemmEx").expect("cuBLAS has GemmEx");
            gemm(
                self.handle,
                op,
                0,
                columns,
                rows,
                inner,
                &raw const one,
                address(b),
                BF16,
                step,
                address(a),
                BF16,
                inner,
                &raw const zero,
                to,
                BF16,
                columns,
                COMPUTE_F32,
                DEFAULT,
            )
        };
        assert_eq!(code, 0, "cublasGemmEx");
    }
}
