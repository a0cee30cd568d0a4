//! NVRTC itself, where there is one. It needs no GPU; without it these tests say so and pass.

use kiln_runtime::jit::nvrtc::{Failure, ImageKind, Nvrtc};

const SOURCE: &str = "extern \"C\" __global__ void twice(float* x, unsigned long long n) {
    unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = x[i] * 2.0f;
    }
}
";

fn nvrtc() -> Option<&'static Nvrtc> {
    match Nvrtc::get() {
        Ok(nvrtc) => Some(nvrtc),
        Err(why) => {
            println!("skipped: {why}");
            None
        }
    }
}

#[test]
fn machine_code_and_ptx() {
    let Some(nvrtc) = nvrtc() else { return };
    assert!(nvrtc.version() >= (11, 1), "{nvrtc:?}");
    let cubin = nvrtc.compile("twice", SOURCE, &["--gpu-architecture=sm_90a", "-std=c++17"]).unwrap();
    assert_eq!((cubin.kind, &cubin.image[..4]), (ImageKind::Cubin, &b"\x7fELF"[..]));
    let ptx = nvrtc.compile("twice", SOURCE, &["--gpu-architecture=compute_80"]).unwrap();
    let text = String::from_utf8(ptx.image).unwrap();
    assert!(ptx.kind == ImageKind::Ptx && text.contains(".entry twice") && !text.ends_with('\0'), "{text}");
}

#[test]
fn the_architectures_are_known() {
    let Some(nvrtc) = nvrtc() else { return };
    if nvrtc.version() >= (11, 2) {
        assert!(nvrtc.architectures().contains(&80), "{:?}", nvrtc.architectures());
    }
}

#[test]
fn a_wrong_text_shows_its_line() {
    let Some(nvrtc) = nvrtc() else { return };
    let wrong = SOURCE.replace("2.0f", "two");
    match nvrtc.compile("twice", &wrong, &["--gpu-architecture=sm_80"]) {
        Err(Failure::Refused { log, excerpt }) => {
            assert!(log.contains("two"), "{log}");
            assert_eq!(excerpt, "    4 |         x[i] = x[i] * two;");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_wrong_option_is_an_error() {
    let Some(nvrtc) = nvrtc() else { return };
    let error = nvrtc.compile("twice", SOURCE, &["--gpu-architecture=sm_1"]).unwrap_err().to_string();
    assert!(error.contains("sm_1") || error.contains("option"), "{error}");
    let error = nvrtc.compile("twice", "int\0x;", &["--gpu-architecture=sm_80"]).unwrap_err().to_string();
    assert!(error.contains("NUL"), "{error}");
}

#[test]
fn many_threads_compile_at_once() {
    let Some(nvrtc) = nvrtc() else { return };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| nvrtc.compile("twice", SOURCE, &["--gpu-architecture=sm_80"]).unwrap());
        }
    });
}
