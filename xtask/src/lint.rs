//! `cargo xtask lint`: clippy over everything, with the features that the tests have, so that nothing is built twice.

use crate::depth::Depth;
use crate::test::{EVERY_CRATE, sample_generated};
use crate::workspace::{Outcome, Tally, Workspace, succeeds};

pub fn lint(workspace: &Workspace, _: &[String]) -> Outcome {
    let mut command = workspace.cargo();
    command.args(["clippy", "--locked", "--all-targets"]).args(EVERY_CRATE);
    sample_generated(workspace, Depth::from_environment()?, &mut command)?;
    command.args(["--", "-D", "warnings"]);
    Ok(Tally::of(succeeds(&mut command)?))
}
