//! KILN_RECORD: which code the launches of a program take, in a file for [`super::precompile`].
//!
//! With KILN_RECORD naming a file, each code that this process loads is appended to it once: kernel, instance,
//! architecture and variant, and of an open kernel also its IR for these types and constants, which nobody but
//! rustc could tell again. Each record has a digest of all of it, and IR is read only where it is that of a closed
//! module whose kernel has the name that the record says. Processes may share a file; what stands in it already is
//! not written again. A file that cannot be written is one line on stderr, and never an error.

use kiln_codegen::compact::List;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use kiln_codegen::ir::parse as parse_ir;
use kiln_codegen::ir::verify::verify;
use kiln_codegen::passes::specialize::Answer;

use super::key::{self, Digest, Key};
use super::{Arch, Form, pipeline};
use crate::registry::KernelEntry;
use crate::sys::files::{self, Links};
use crate::sys::variables;

/// What a line of a record begins with; the number is the format's version.
const WORD: &str = "kiln-launch-2";
/// How the line of a record of any release begins.
const ANY_WORD: &str = "kiln-launch-";
/// What a file of records may have.
const MAX_RECORD: u64 = 256 << 20;

/// One code that a launch took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Launch {
    /// `module::name` of the kernel.
    pub(super) kernel: String,
    /// [`key::code`] of the kernel.
    pub(super) code: Digest,
    /// [`key::answers`] of the instance.
    pub(super) answers: Digest,
    /// `None` for the CPU.
    pub(super) arch: Option<Arch>,
    /// [`Form::name`].
    pub(super) form: String,
    /// The types and constants, for people.
    pub(super) instance: String,
    /// The closed IR of an open kernel's instance.
    pub(super) ir: Option<String>,
}

impl Launch {
    pub(super) fn line(&self) -> String {
        let arch = self.arch.map_or_else(|| "cpu".to_owned(), |arch| arch.number().to_string());
        let ir = self.ir.as_deref().unwrap_or_default();
        let [code, answers] = [self.code, self.answers].map(|digest| Key(digest).hex());
        let said = format!(
            "{WORD}\t{}\t{}\t{arch}\t{}\t{code}\t{answers}\t{}",
            self.kernel,
            self.instance,
            self.form,
            ir.len()
        );
        let digest = key::object(&[said.as_bytes(), ir.as_bytes()]).hex();
        format!("{said}\t{digest}\n")
    }
}

/// Notes what a launch loaded, where KILN_RECORD asks for that.
pub(super) fn note(entry: &KernelEntry, answers: &[Answer], form: Form, arch: Option<Arch>) {
    static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();
    static WRITTEN: Mutex<Option<HashSet<String>>> = Mutex::new(None);
    let Some(file) = FILE.get_or_init(|| variables::path("KILN_RECORD")) else { return };
    let ir = entry.open.then(|| pipeline::module(entry, answers).map(|module| module.to_text()));
    let Ok(ir) = ir.transpose() else { return };
    let launch = Launch {
        kernel: entry.path(),
        code: key::code(entry),
        answers: key::answers(answers),
        arch,
        form: form.name(),
        instance: instance(answers),
        ir,
    };
    let line = launch.line();
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let written = written.get_or_insert_with(|| {
        let (there, _) = read(file).map(|text| parse(&text)).unwrap_or_default();
        there.iter().map(Launch::line).collect()
    });
    if !written.insert(line.clone()) {
        return;
    }
    // One write, at the end of the file: what other processes append stands before or behind it.
    let record = launch.ir.map_or_else(|| line.clone(), |ir| format!("{line}{ir}\n"));
    if let Err(error) = append(file, &record) {
        eprintln!("kiln: KILN_RECORD cannot write {}: {error}", file.display());
    }
}

/// The types and constants of an instance, as far as they can be said shortly.
pub(crate) fn instance(answers: &[Answer]) -> String {
    fn said(answer: &Answer) -> Option<String> {
        match answer {
            Answer::Type(ty) | Answer::Partial(ty) => Some(ty.to_string()),
            Answer::Const { scalar, bits } => Some(format!("{bits:#x}{}", scalar.name())),
            Answer::Computes(answer, _) => said(answer),
            Answer::Function(_)
            | Answer::Whole { .. }
            | Answer::Own
            | Answer::OfAnother(_)
            | Answer::Said
            | Answer::Recursion
            | Answer::Refused { .. } => None,
        }
    }
    let mut said: Vec<String> = answers.iter().filter_map(said).list();
    said.dedup();
    let more = said.len() > 4;
    said.truncate(4);
    if more {
        said.push("..".to_owned());
    }
    said.join(", ")
}

/// The text of a file of records, or why there is none.
pub(super) fn read(file: &Path) -> Result<String, String> {
    let found = files::read(file, MAX_RECORD, Links::Follow).map_err(|why| why.to_string())?;
    String::from_utf8(found.bytes).map_err(|error| error.to_string())
}

fn append(file: &Path, record: &str) -> Result<(), String> {
    if let Some(folder) = file.parent() {
        files::make_folder(folder, false).map_err(|error| error.to_string())?;
    }
    files::append(file, record.as_bytes()).map_err(|why| why.to_string())
}

/// The IR of a record, if it is what records have: a closed module that keeps the rules, of this kernel.
pub(super) fn verified(ir: &str, kernel: &KernelEntry) -> Result<(), String> {
    let module = parse_ir(ir).map_err(|error| error.to_string())?;
    let Some(entry) = module.entry() else { return Err("it has no kernel".to_owned()) };
    if entry.name != kernel.name {
        return Err(format!("it is of kernel `{}`", entry.name));
    }
    verify(&module).map_err(|violations| violations.first().map_or_else(String::new, ToString::to_string))
}

/// What a file records, each once, and what is wrong with it, in words.
pub(super) fn parse(text: &str) -> (Vec<Launch>, Vec<String>) {
    let (mut launches, mut wrong, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    let mut rest = text;
    let mut number = 0;
    let mut within = false;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let at = number + 1;
        number += 1;
        rest = after;
        let Some((mut launch, bytes)) = head(line) else {
            if line.starts_with(ANY_WORD) && !line.starts_with(WORD) {
                // Its IR follows, and says nothing to this release.
                within = true;
                wrong.push(format!("the record in line {at} is of another release of Kiln: record again"));
            } else if !line.trim().is_empty() && !within {
                wrong.push(format!("line {at} is no record of a launch"));
            }
            continue;
        };
        within = false;
        if bytes > 0 {
            // A text is as long as was said and ends its line, or the record was cut off.
            match rest.split_at_checked(bytes).filter(|(_, after)| after.starts_with('\n')) {
                Some((ir, after)) => {
                    number += ir.matches('\n').count() + 1;
                    launch.ir = Some(ir.to_owned());
                    rest = &after[1..];
                }
                None => {
                    // What follows is the rest of it, up to what another process wrote.
                    within = true;
                    wrong.push(format!("the record in line {at} is cut off"));
                    continue;
                }
            }
        }
        let whole = launch.line();
        if whole.trim_end_matches('\n') != line {
            wrong.push(format!("the record in line {at} is not as it was written: record again"));
        } else if seen.insert(whole) {
            launches.push(launch);
        }
    }
    (launches, wrong)
}

/// A record's line, and how long the IR behind it is.
fn head(line: &str) -> Option<(Launch, usize)> {
    let mut words = line.split('\t');
    let mut word = || words.next();
    if word()? != WORD {
        return None;
    }
    let (kernel, instance) = (word()?.to_owned(), word()?.to_owned());
    let arch = match word()? {
        "cpu" => None,
        number => Some(Arch::from_number(number.parse().ok()?)),
    };
    let form = word()?.to_owned();
    let mut digest = || Some(Key::from_hex(word()?)?.0);
    let (code, answers) = (digest()?, digest()?);
    let bytes = word()?.parse().ok()?;
    Some((Launch { kernel, code, answers, arch, form, instance, ir: None }, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(n: u8, ir: Option<&str>) -> Launch {
        Launch {
            kernel: format!("app::k{n}"),
            code: [n; 32],
            answers: [n + 100; 32],
            arch: (n != 1).then(|| Arch::new(9, 0)),
            form: "tiles, fast".to_owned(),
            instance: "f32, 0x4usize".to_owned(),
            ir: ir.map(str::to_owned),
        }
    }

    fn text(launch: &Launch) -> String {
        launch.ir.as_ref().map_or_else(|| launch.line(), |ir| format!("{}{ir}\n", launch.line()))
    }

    #[test]
    fn what_is_recorded_is_read() {
        let all =
            [launch(0, None), launch(1, Some("kiln-ir 1\n\nkernel fn f() {\n}\n")), launch(2, Some("µ"))];
        let file: String = all.iter().chain(&all).map(text).collect();
        assert_eq!(parse(&file), (all.to_vec(), Vec::new()));
        assert_eq!(parse(""), (Vec::new(), Vec::new()));
    }

    #[test]
    fn damage_costs_the_records_it_hits() {
        let (first, second) = (launch(1, Some("a\nb")), launch(2, None));
        let file = format!("{}nonsense\n\n{}", text(&first), text(&second));
        assert_eq!(
            parse(&file),
            (vec![first.clone(), second.clone()], vec!["line 4 is no record of a launch".to_owned()])
        );
        let whole = format!("{}{}", text(&second), text(&first));
        for end in 0..whole.len() {
            let (launches, wrong) = parse(&whole[..end]);
            assert!(launches.len() < 2 && launches.iter().all(|one| *one == second), "{end}");
            assert!(wrong.len() <= 1, "{wrong:?}");
        }
        assert!(parse("kiln-launch-2\tapp::k\t\t90\tthreads\t00\t00\t0\n").0.is_empty());
    }

    #[test]
    fn a_changed_record_is_none() {
        let (first, second) = (launch(1, Some("kiln-ir 1\nx = 1;")), launch(2, None));
        let whole = format!("{}{}", text(&first), text(&second));
        // The IR, the kernel, the instance, the architecture, the variant and both digests.
        for (from, to) in [
            ("x = 1;", "x = 2;"),
            ("app::k1", "app::k3"),
            ("\tf32, ", "\tf64, "),
            ("\tcpu\t", "\t90\t"),
            ("tiles, fast", "tiles, slow"),
            ("\t0101", "\t0201"),
            ("\t6565", "\t6665"),
        ] {
            let (launches, wrong) = parse(&whole.replacen(from, to, 1));
            assert_eq!(launches, std::slice::from_ref(&second), "{from}");
            assert_eq!(wrong, ["the record in line 1 is not as it was written: record again"]);
        }
    }

    #[test]
    fn of_a_changed_file_only_whole_records_are_read() {
        let ir =
            "kiln-ir 1\n\nkernel fn none(x#0: &mut [f32]) {\n    @0 return;\n}\n\nsites {\n    @0 0:0;\n}\n";
        let all = [launch(0, None), launch(1, Some(ir)), launch(2, Some("µ\n"))];
        let files = [all.iter().map(text).collect::<String>().into_bytes(), text(&all[1]).into_bytes()];
        let kernel = crate::jit::tests::entry(String::new());
        crate::mutate::each(&files, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let (launches, _) = parse(&text);
            assert!(launches.iter().all(|launch| all.contains(launch)), "{text}");
            let _ = verified(&text[text.find("kiln-ir").unwrap_or(0)..], kernel);
            !launches.is_empty()
        });
    }

    #[test]
    fn a_record_of_another_release_is_told_once() {
        let old = format!(
            "kiln-launch-1\tapp::k\t\tcpu\tthreads\t{}\t{}\t9\nkiln-ir 1\n\n",
            "0".repeat(64),
            "0".repeat(64)
        );
        let file = format!("{old}{}", text(&launch(2, None)));
        let wrong = vec!["the record in line 1 is of another release of Kiln: record again".to_owned()];
        assert_eq!(parse(&file), (vec![launch(2, None)], wrong));
    }

    #[test]
    fn ir_is_verified_in_every_build() {
        let entry = crate::jit::tests::entry(String::new());
        let sites = "sites {\n    file \"a.rs\";\n    @0 3:5 index \"x\";\n}\n";
        let ir = |body: &str| {
            format!("kiln-ir 1\n\nkernel fn none(x#0: &mut [f32]) {{\n    {body}\n}}\n\n{sites}")
        };
        let mut kernel = entry.clone();
        assert_eq!(verified(&ir("@0 x#0[0usize @0] = 1.0f32;"), &kernel), Ok(()));
        // A number where an element goes, and an index that is none.
        for wrong in
            ["@0 x#0[0usize @0] = 1u32;", "@0 x#0[0f32 @0] = 1.0f32;", "@0 x#0 = 1.0f32;", "nonsense"]
        {
            assert!(verified(&ir(wrong), &kernel).is_err(), "{wrong}");
        }
        kernel.parts.name = "other";
        assert!(verified(&ir("@0 x#0[0usize @0] = 1.0f32;"), &kernel).unwrap_err().contains("of kernel `"));
    }
}
