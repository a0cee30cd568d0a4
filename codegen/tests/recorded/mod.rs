//! Snapshots of CUDA C++ texts, without the parts of Kiln's device library that many texts share.
//!
//! Each text has a copy of the parts of the device library that it uses, in `namespace kiln`. Half of all lines are
//! such copies. So a snapshot only names the parts, and `prelude/` next to the snapshots has each part once. The name
//! of a part's file depends on its content: a changed part is another file, so changes of two people never conflict.
//!
//! When the environment variable `KILN_TEXTS` names a folder, whole texts are written there for `cargo xtask validate`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const OPENING: &str = "\nnamespace kiln {\n\n";
const CLOSING: &str = "\n\n} // namespace kiln\n";

/// Columns of a line that lists parts.
const WIDTH: usize = 120;

/// Compares the texts, by their names, with the snapshots in a folder. With `bless` it rewrites the snapshots instead.
/// `suite` is the folder in `KILN_TEXTS` for whole texts.
pub fn compare(suite: &str, folder: &Path, texts: &[(String, String)], bless: bool) {
    if let Some(whole) = std::env::var_os("KILN_TEXTS") {
        let whole = PathBuf::from(whole).join(suite).join("snapshots");
        std::fs::create_dir_all(&whole).expect("a folder for texts");
        for (name, text) in texts {
            std::fs::write(whole.join(format!("{name}.cu")), text).expect("a text is written");
        }
    }
    let mut files = BTreeMap::new();
    for (name, text) in texts {
        let (snapshot, parts) = without_prelude(text);
        files.insert(PathBuf::from(format!("{name}.cu")), snapshot);
        files.extend(parts.into_iter().map(|(name, part)| (Path::new("prelude").join(name), part)));
    }
    let found: BTreeSet<PathBuf> = [folder.to_path_buf(), folder.join("prelude")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cu" || extension == "cuh"))
        .filter_map(|path| path.strip_prefix(folder).ok().map(Path::to_path_buf))
        .collect();
    let is_current = |(file, text): &(&PathBuf, &String)| {
        std::fs::read_to_string(folder.join(file)).ok().as_ref() == Some(*text)
    };
    let stale: Vec<&PathBuf> = files.iter().filter(|file| !is_current(file)).map(|(file, _)| file).collect();
    let gone: Vec<&PathBuf> = found.iter().filter(|file| !files.contains_key(*file)).collect();
    if bless {
        std::fs::create_dir_all(folder.join("prelude")).expect("a folder for snapshots");
        for file in stale {
            std::fs::write(folder.join(file), &files[file]).expect("a snapshot is written");
        }
        for file in gone {
            std::fs::remove_file(folder.join(file)).expect("a snapshot of an earlier text is removed");
        }
        return;
    }
    assert!(
        stale.is_empty() && gone.is_empty(),
        "`cargo xtask bless` rewrites the snapshots in {}; see the difference with git diff\nchanged: {stale:?}\n\
         without a text: {gone:?}",
        folder.display()
    );
}

/// The text with the names of the parts in the place of `namespace kiln`, and the parts.
fn without_prelude(text: &str) -> (String, Vec<(String, String)>) {
    let Some((before, rest)) = text.split_once(OPENING) else { return (text.to_owned(), Vec::new()) };
    let Some((inside, after)) = rest.split_once(CLOSING) else { return (text.to_owned(), Vec::new()) };
    // A part begins at a line that is not indented.
    let mut parts: Vec<String> = Vec::new();
    for paragraph in inside.split("\n\n") {
        match parts.last_mut().filter(|_| paragraph.starts_with([' ', '#'])) {
            Some(part) => part.extend(["\n\n", paragraph]),
            None => parts.push(paragraph.to_owned()),
        }
    }
    let parts: Vec<(String, String)> =
        parts.into_iter().map(|part| (format!("{}.cuh", name_of(&part)), format!("{part}\n"))).collect();
    let mut snapshot = format!("{before}\n");
    let mut line = "// prelude:".to_owned();
    for (name, _) in &parts {
        let name = name.trim_end_matches(".cuh");
        if line.len() + 1 + name.len() > WIDTH {
            snapshot += &line;
            snapshot.push('\n');
            line = String::from("//  ");
        }
        line.push(' ');
        line += name;
    }
    snapshot += &line;
    snapshot.push('\n');
    (snapshot + after, parts)
}

/// What a part defines, and a hash of its content.
fn name_of(part: &str) -> String {
    let code = || part.lines().filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let defined = code().find_map(|line| {
        let after_struct =
            line.split_once("struct ").map(|(_, rest)| rest.trim_start_matches("__align__(16) "));
        let before_parameters =
            line.split_once('(').map(|(before, _)| before.rsplit(|c| !is_word(c)).next().unwrap_or(""));
        let name = after_struct.or(before_parameters)?.split(|c| !is_word(c)).next()?;
        (!name.is_empty()).then_some(name)
    });
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in part.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{}.{:08x}", defined.unwrap_or("part"), (hash >> 32) as u32 ^ hash as u32)
}

#[test]
fn shared_parts_are_named() {
    let text = "// least: sm_80\ntypedef int i32;\n\nnamespace kiln {\n\nstruct pair {\n    i32 a;\n\n    i32 b;\n};\n\n\
                // Adds.\ntemplate <typename T> __device__ T add(T a, T b) { return a + b; }\n\n} // namespace kiln\n\n\
                extern \"C\" void f() {}\n";
    let (snapshot, parts) = without_prelude(text);
    let names: Vec<&str> = parts.iter().map(|(name, _)| name.split('.').next().unwrap()).collect();
    assert_eq!(names, ["pair", "add"]);
    let words: Vec<&str> = snapshot.split('\n').collect();
    assert_eq!(words[..3], ["// least: sm_80", "typedef int i32;", ""]);
    assert!(words[3].starts_with("// prelude: pair.") && words[3].contains(" add."), "{snapshot}");
    assert!(snapshot.ends_with("\n\nextern \"C\" void f() {}\n"), "{snapshot}");
    // Another text in a part is another name.
    let (other, _) = without_prelude(&text.replace("a + b", "b + a"));
    assert_ne!(other, snapshot);
    assert_eq!(without_prelude("extern").0, "extern");
}
