//! What a failing kernel reported, in words.
//!
//! Takes a record; guarantees an error that names kernel, place and cause, however little of it can be made out; leaves
//! records to the streams. Places are looked up in the kernel's IR text only now: a launch that works never reads them.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::compact::List;
use kiln_codegen::ir::{Module, Scalar, Site, SiteId, SiteKind, message};

use crate::error::{Error, FailureCause};
use crate::executor::Defect;
use crate::instance::{Code, Loaded};
use crate::jit::{self, Form};

/// The error for a record.
pub(crate) fn explain(record: &FailRecord) -> Error {
    let Some(loaded) = jit::loaded(record.kernel) else {
        return Error::KernelPanic {
            kernel: "?",
            file: "?".into(),
            line: 0,
            column: 0,
            message: format!("the failure record names kernel {}, which was not loaded", record.kernel)
                .into(),
            cause: FailureCause::Unknown,
            block: record.block,
            thread: record.thread,
            tile: false,
            launch: record.launch,
        };
    };
    let site = site(loaded, SiteId(record.site));
    let (cause, mut message) = match &site {
        Some(site) => cause(&site.kind, record.values),
        None => (FailureCause::Unknown, format!("at place {} of its IR", record.site)),
    };
    if let Code::Cpu(program) = &loaded.code
        && let Some(defect) = program.defect(SiteId(record.site), &cause)
    {
        message.push_str(match defect {
            Defect::Proof => "; the compiler took this index for proven",
            Defect::Machine => {
                ": the compiler asked the machine for elements that are not there or not aligned, or for a part of a warp"
            }
        });
        message.push_str("; this is a defect of Kiln, please report it");
    }
    let (file, line, column) = match site {
        Some(site) => (site.file, site.line, site.column),
        None => (loaded.entry.file.to_owned(), loaded.entry.line, 0),
    };
    let tile = loaded.entry.attrs.tile.is_some();
    let [x, y, z] = record.block;
    // Several blocks may share a tile.
    let block = if tile { [x / loaded.needs.blocks.max(1), y, z] } else { record.block };
    Error::KernelPanic {
        kernel: loaded.entry.name,
        file: file.into(),
        line,
        column,
        message: message.into(),
        cause,
        block,
        thread: record.thread,
        tile,
        launch: record.launch,
    }
}

/// A place.
fn site(loaded: &Loaded, id: SiteId) -> Option<Site> {
    let (rebuilt, lowered);
    let module: &Module = match &loaded.code {
        Code::Cpu(program) => &program.module,
        // The code may have come from the disk, without a module; what made it then makes the same one now.
        Code::Gpu(_) => {
            rebuilt = jit::module(loaded.entry, &loaded.answers).ok()?;
            match loaded.form {
                // Coarse code has the places of what it was made of.
                Form::Plain | Form::Coarse => &rebuilt,
                // The tile compiler has added places, by the order of its own statements.
                Form::Tiles(target) => {
                    lowered = jit::lowered(loaded.entry, &rebuilt, target, None).ok()?.module;
                    &lowered
                }
            }
        }
    };
    module.site(id).cloned()
}

/// What happened at a place of this kind with these values.
fn cause(kind: &SiteKind, values: [u64; 4]) -> (FailureCause, String) {
    let [first, second, ..] = values;
    match kind {
        SiteKind::Plain => (FailureCause::Unknown, "the kernel failed".to_owned()),
        SiteKind::Index { array } => (
            FailureCause::Index { index: first, len: second },
            format!("index out of bounds: `{array}`: the length is {second} but the index is {first}"),
        ),
        SiteKind::Divide => {
            let (dividend, divisor) = (first as i64, second as i64);
            let message = if divisor == 0 {
                format!("division by zero: {dividend} / 0")
            } else {
                format!("division overflows: {dividend} / {divisor}")
            };
            (FailureCause::Division { dividend, divisor }, message)
        }
        SiteKind::Message { text, values: types } => (FailureCause::Message, fill(text, types, values)),
    }
}

/// A message with `{0}`, `{1}` replaced by values.
fn fill(text: &str, types: &[Scalar], values: [u64; 4]) -> String {
    let values: Vec<_> = types.iter().copied().zip(values).list();
    message::render(&message::pieces(text), &values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_read_as_in_rust() {
        let index = SiteKind::Index { array: "tile[i]".to_owned() };
        let (what, message) = cause(&index, [300, 256, 0, 0]);
        assert_eq!(what, FailureCause::Index { index: 300, len: 256 });
        assert_eq!(message, "index out of bounds: `tile[i]`: the length is 256 but the index is 300");
        assert_eq!(cause(&SiteKind::Divide, [7, 0, 0, 0]).1, "division by zero: 7 / 0");
        assert_eq!(
            cause(&SiteKind::Divide, [i64::MIN as u64, u64::MAX, 0, 0]).1.split(':').next(),
            Some("division overflows")
        );
    }

    #[test]
    fn messages_take_their_values() {
        let values = [u64::from((-2i8) as u8), u64::from(1.5f32.to_bits()), 1, 0];
        let types = [Scalar::I8, Scalar::F32, Scalar::Bool];
        assert_eq!(fill("a = {0}, b = {1}, {2}", &types, values), "a = -2, b = 1.5, true");
        assert_eq!(fill("{1}{1}{0}", &types, values), "1.51.5-2");
        assert_eq!(fill("not holes: {} {x} {9} {", &types, values), "not holes: {} {x} {9} {");
        assert_eq!(fill("{{{0:>4}}} {1:.3}", &types, values), "{  -2} 1.500");
    }

    #[test]
    fn an_unknown_kernel_is_still_an_error() {
        let record = FailRecord { state: 1, kernel: u32::MAX, ..FailRecord::default() };
        assert!(explain(&record).to_string().contains("was not loaded"));
    }
}
