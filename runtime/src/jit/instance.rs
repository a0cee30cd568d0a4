//! The proof that the threads of an open kernel's instance don't race.

use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::check::{races, rank};
use kiln_codegen::compact::List;
use kiln_codegen::ir::Module;

use crate::error::{Error, Result};
use crate::registry::KernelEntry;

/// What launches of the instance have to fulfill so that no two of its threads race.
pub(super) fn preconditions(entry: &KernelEntry, module: &Module) -> Result<Preconditions> {
    match races::check_module(module) {
        None => Ok(Preconditions::NONE),
        Some(Ok(conditions)) => {
            let all = Preconditions::leak(conditions);
            Ok(Preconditions { single: all.single | rank::too_few(&module.functions), ..all })
        }
        Some(Err(findings)) => {
            let shown = findings.iter().map(|finding| match module.site(finding.site) {
                Some(site) => format!("{}:{}:{}: {}", site.file, site.line, site.column, finding.diagnostic),
                None => finding.diagnostic.to_string(),
            });
            let message = shown.list().join("\n");
            Err(Error::Specialize { kernel: entry.name.to_owned(), message })
        }
    }
}
