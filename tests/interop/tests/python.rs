//! The example `from_python` from Python's side: its library is loaded there, and tensors go in and come back, on
//! the CPU with NumPy or PyTorch, and on a GPU with PyTorch. Skipped, in words, where Python or both of these are
//! missing.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The example's library, which `cargo test` has built beside this program.
fn library() -> Option<PathBuf> {
    let name = format!("{}from_python{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let test = std::env::current_exe().ok()?;
    test.ancestors()
        .skip(2)
        .take(1)
        .map(|folder| folder.join("examples").join(&name))
        .find(|path| path.is_file())
}

#[test]
fn tensors_of_python_are_worked_on_in_place() {
    let Some(library) = library() else {
        return println!("skipped: `cargo build --example from_python` makes the library that is loaded");
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/from_python.py");
    let asked = std::env::var("KILN_PYTHON").into_iter();
    let pythons = asked.chain(["python3", "python"].map(str::to_owned));
    let started = pythons.map(|python| Command::new(python).arg(&script).arg(&library).output());
    let Some(output) = started.into_iter().flatten().next() else {
        return println!("skipped: no Python here");
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    print!("{said}");
    assert!(output.status.success(), "{said}{errors}");
    assert!(said.contains("right, not copied") || said.contains("skipped: "), "{said}");
}
