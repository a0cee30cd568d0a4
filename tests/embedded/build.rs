//! With the feature `embedded`: compiles the kernels of another crate, for `include_kernels!`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs\ncargo::rerun-if-env-changed=KILN_NVRTC");
    #[cfg(feature = "embedded")]
    embed();
}

/// For the GPU of the fake driver, which is also that of the machines where this is measured.
#[cfg(feature = "embedded")]
fn embed() {
    use kiln::Precompile;
    use kiln_other_crate as _;

    let folder = std::env::var("OUT_DIR").expect("Cargo says where");
    let file = std::path::Path::new(&folder).join("kernels.bin");
    let done =
        Precompile::new().architecture((9, 0)).compile_to_file(file).unwrap_or_else(|why| panic!("{why}"));
    println!("cargo::rustc-env=KILN_EMBEDDED={done}");
}
