//! KILN_DUMP: what the compiler makes of each kernel, in files for people.
//!
//! With KILN_DUMP naming a folder each compilation writes the IR after every pass, as
//! `kernel.variant.arch.01-pass.kir`, what the tile compiler chose, as `kernel.variant.arch.plan.txt`, and the
//! final text, as `kernel.variant.arch.cu` or `.ptx`. Caches on the disk are not asked then, so that there is a
//! compilation. A folder that cannot be written is one line on stderr, and never an error.

use std::path::{Path, PathBuf};
use std::sync::Once;

use kiln_codegen::ir::{Backend, Module};
use kiln_codegen::passes::specialize::Answer;
use kiln_codegen::passes::tile::{Report, Variant};
use kiln_codegen::pipeline::Observer;

use super::{Form, key};
use crate::registry::KernelEntry;
use crate::report;
use crate::sys::{files, variables};

/// The files of one compilation.
#[derive(Debug)]
pub(crate) struct Dump {
    directory: PathBuf,
    /// What all of their names begin with.
    stem: String,
    /// How many passes have been written.
    passes: usize,
}

impl Dump {
    /// What KILN_DUMP asks for. `arch` is the machine's name: `sm_90a`, or `cpu`.
    pub(super) fn from_environment(
        entry: &KernelEntry,
        answers: &[Answer],
        form: Form,
        arch: &str,
    ) -> Option<Dump> {
        Some(Dump::new(variables::path("KILN_DUMP")?, entry, answers, form, arch))
    }

    fn new(directory: PathBuf, entry: &KernelEntry, answers: &[Answer], form: Form, arch: &str) -> Dump {
        let variant = match (form, &entry.attrs.tile) {
            (Form::Tiles(target), _) => {
                let narrow = if form.is_narrow() { "-narrow" } else { "" };
                let layout = match target.variant.layout() {
                    Variant::FAST => "fast".to_owned(),
                    Variant::GENERAL => "general".to_owned(),
                    Variant { unaligned, turned, .. } => format!("unaligned-{unaligned}-turned-{turned}"),
                };
                let hints = target.variant.hints.to_string().replace(", ", "-").replace(' ', "-");
                format!("{layout}{hints}{narrow}")
            }
            (Form::Coarse, _) => "coarse".to_owned(),
            (Form::Plain, Some(_)) => "tiles".to_owned(),
            (Form::Plain, None) => "threads".to_owned(),
        };
        // The instances of a generic kernel are told apart by what they are instances of.
        let mut name = entry.name.to_owned();
        if !answers.is_empty() {
            let digest = key::Key(key::answers(answers)).hex();
            name.push('-');
            name.push_str(&digest[..8]);
        }
        Dump { directory, stem: format!("{name}.{variant}.{arch}"), passes: 0 }
    }

    /// Writes the IR after a pass.
    pub(super) fn module(&mut self, pass: &str, module: &Module) {
        let file = format!("{}.{:02}-{pass}.kir", self.stem, self.passes);
        self.passes += 1;
        self.write(&file, &module.to_text());
    }

    /// Writes what the tile compiler chose, as reports tell it.
    pub(super) fn plan(&self, report: &Report) {
        let Report { threads, registers, shared_bytes, values, moves, notes, warnings } = report;
        let mut text = format!(
            "{threads} threads a block, about {registers} registers each, {shared_bytes} bytes of shared memory\n"
        );
        let told = report::tell(&mut text, values, moves, notes);
        if told.and_then(|()| report::warn(&mut text, warnings)).is_ok() {
            self.write(&format!("{}.plan.txt", self.stem), &text);
        }
    }

    /// Writes the final text.
    pub(super) fn text(&self, backend: Backend, text: &str) {
        let extension = match backend {
            Backend::Cuda => "cu",
            Backend::Ptx => "ptx",
        };
        self.write(&format!("{}.{extension}", self.stem), text);
    }

    fn write(&self, file: &str, text: &str) {
        static WARNED: Once = Once::new();
        let path = self.directory.join(file);
        if let Err(error) = write(&self.directory, &path, text) {
            WARNED.call_once(|| eprintln!("kiln: KILN_DUMP cannot write {}: {error}", path.display()));
        }
    }
}

impl Observer for Dump {
    fn module(&mut self, pass: &'static str, module: &Module) {
        Dump::module(self, pass, module);
    }

    fn plan(&mut self, report: &Report) {
        Dump::plan(self, report);
    }
}

fn write(directory: &Path, path: &Path, text: &str) -> std::io::Result<()> {
    files::make_folder(directory, false)?;
    // If a link has the name of the file, it is replaced, not followed.
    files::replace(path, directory, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use kiln_codegen::passes::tile::Target;

    use super::*;

    #[test]
    fn names_tell_instances_and_variants_apart() {
        let entry = crate::jit::tests::entry(String::new());
        let stem =
            |answers: &[Answer], form, arch| Dump::new(PathBuf::new(), entry, answers, form, arch).stem;
        assert_eq!(stem(&[], Form::Plain, "cpu"), "none.threads.cpu");
        assert_eq!(stem(&[], Form::Coarse, "sm_90a"), "none.coarse.sm_90a");
        let target = Target::new(90, Variant::GENERAL);
        assert_eq!(stem(&[], Form::Tiles(target), "sm_90a"), "none.general.sm_90a");
        let answer = |bits| [Answer::Const { scalar: kiln_codegen::ir::Scalar::U32, bits }];
        let (one, two) = (stem(&answer(1), Form::Plain, "cpu"), stem(&answer(2), Form::Plain, "cpu"));
        assert!(one != two && one.starts_with("none-") && one.len() == "none-01234567.threads.cpu".len());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_in_a_file_s_place_is_not_followed() {
        let folder = std::env::temp_dir().join(format!("kiln-dump-links-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let (theirs, file) = (folder.join("theirs"), folder.join("none.threads.cpu.cu"));
        std::fs::write(&theirs, b"theirs").unwrap();
        std::os::unix::fs::symlink(&theirs, &file).unwrap();
        let entry = crate::jit::tests::entry(String::new());
        Dump::new(folder.clone(), entry, &[], Form::Plain, "cpu").text(Backend::Cuda, "ours");
        assert_eq!(std::fs::read(&theirs).unwrap(), b"theirs");
        assert_eq!(std::fs::read(&file).unwrap(), b"ours");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
