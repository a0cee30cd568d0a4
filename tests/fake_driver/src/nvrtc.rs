//! NVRTC's entry points, for what Kiln does with a compiler.
//!
//! What it "compiles" is a text that the fake driver loads: for `sm_..` machine code that begins as an ELF file
//! does, for `compute_..` PTX of the compiler's own version; the source stands in both, so that the driver finds
//! the kernel's name. Its version is what KILN_FAKE_NVRTC says, 13.0 without. A source with the word `refuse` is
//! refused.

// The names are NVRTC's, and so is the trust in the pointers that come with a call.
#![allow(clippy::missing_safety_doc)]

use std::ffi::{CStr, c_char, c_int};

type Status = c_int;

const SUCCESS: Status = 0;
const INVALID_INPUT: Status = 3;
const COMPILATION: Status = 6;

struct Program {
    source: Vec<u8>,
    cubin: Vec<u8>,
    ptx: Vec<u8>,
    log: Vec<u8>,
}

fn version() -> (i32, i32) {
    let said = std::env::var("KILN_FAKE_NVRTC").ok();
    let said = said.as_deref().and_then(|text| text.split_once('.'));
    said.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?))).unwrap_or((13, 0))
}

/// A file of machine code with these bytes in it: an ELF head, whose table of sections, which is empty, stands at
/// the end.
fn elf(contents: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x7fELF".to_vec();
    bytes.resize(0x40, 0);
    bytes.extend_from_slice(contents);
    let end = bytes.len() as u64;
    bytes[0x28..0x30].copy_from_slice(&end.to_le_bytes());
    bytes
}

#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcVersion(major: *mut c_int, minor: *mut c_int) -> Status {
    // SAFETY: the caller gave two places for the answer.
    unsafe { (*major, *minor) = version() };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetNumSupportedArchs(count: *mut c_int) -> Status {
    // SAFETY: the caller gave a place for the answer.
    unsafe { *count = 4 };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetSupportedArchs(list: *mut c_int) -> Status {
    // SAFETY: the caller gave as many places as it was told.
    unsafe { list.copy_from([75, 80, 90, 100].as_ptr(), 4) };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcCreateProgram(
    program: *mut *mut Program,
    source: *const c_char,
    _name: *const c_char,
    _headers: c_int,
    _texts: *const *const c_char,
    _names: *const *const c_char,
) -> Status {
    // SAFETY: the caller gave a text that ends in a NUL.
    let source = unsafe { CStr::from_ptr(source) }.to_bytes().to_vec();
    let made = Program { source, cubin: Vec::new(), ptx: Vec::new(), log: vec![0] };
    // SAFETY: the caller gave a place for the answer.
    unsafe { *program = Box::into_raw(Box::new(made)) };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcCompileProgram(
    program: *mut Program,
    count: c_int,
    options: *const *const c_char,
) -> Status {
    // SAFETY: the program is one that was created, and the options are as many as is said.
    let (program, options) = unsafe {
        let options = std::slice::from_raw_parts(options, usize::try_from(count).unwrap_or(0));
        let options = options.iter().map(|option| CStr::from_ptr(*option).to_string_lossy().into_owned());
        (&mut *program, options.collect::<Vec<_>>())
    };
    let Some(arch) = options.iter().find_map(|option| option.strip_prefix("--gpu-architecture=")) else {
        return INVALID_INPUT;
    };
    if program.source.windows(6).any(|word| word == b"refuse") {
        program.log = b"a.cu(1): error: the source says `refuse`\0".to_vec();
        return COMPILATION;
    }
    match arch.strip_prefix("compute_") {
        Some(number) => {
            let (major, minor) = version();
            program.ptx =
                format!(".version {}.{minor}\n.target sm_{number}\n.entry\n", major - 4).into_bytes();
            program.ptx.extend_from_slice(&program.source);
            program.ptx.push(0);
        }
        None => program.cubin = elf(&[arch.as_bytes(), b"\n", &program.source].concat()),
    }
    SUCCESS
}

/// Declares the two entry points that give a part of a program: its size and its bytes.
macro_rules! parts {
    ($($size:ident, $get:ident: $part:ident;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $size(program: *const Program, bytes: *mut usize) -> Status {
            // SAFETY: the program is one that was created, and the caller gave a place for the answer.
            unsafe { *bytes = (&(*program).$part).len() };
            SUCCESS
        }

        #[unsafe(no_mangle)]
        unsafe extern "C" fn $get(program: *const Program, place: *mut u8) -> Status {
            // SAFETY: as above, and the place has the size that was told.
            unsafe {
                let part = &(*program).$part;
                place.copy_from(part.as_ptr(), part.len());
            }
            SUCCESS
        }
    )*};
}

parts! {
    nvrtcGetProgramLogSize, nvrtcGetProgramLog: log;
    nvrtcGetCUBINSize, nvrtcGetCUBIN: cubin;
    nvrtcGetPTXSize, nvrtcGetPTX: ptx;
}

/// A name is its own: kernels here are not overloaded.
#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcAddNameExpression(_program: *mut Program, _name: *const c_char) -> Status {
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcGetLoweredName(
    _program: *mut Program,
    name: *const c_char,
    lowered: *mut *const c_char,
) -> Status {
    // SAFETY: the caller gave a place for the answer.
    unsafe { *lowered = name };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn nvrtcDestroyProgram(program: *mut *mut Program) -> Status {
    // SAFETY: the program is one that was created, and its owner's last use.
    drop(unsafe { Box::from_raw(*program) });
    SUCCESS
}
