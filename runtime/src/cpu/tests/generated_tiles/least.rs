//! The least of a program that still fails.

use kiln_codegen::ir::{BinOp, Block, Module, Stmt, StmtKind, Type, verify::verify};

use super::difference;
use super::program::Generated;

/// Takes statements away while the program fails.
pub fn reduce(generated: &mut Generated, seed: u64) {
    let kind = |error: &str| error.starts_with("panic");
    let Some(first) = difference(generated, seed).err() else { return };
    loop {
        let before = generated.case.text.clone();
        let mut at = 0;
        loop {
            let mut module = generated.case.module();
            let Some(kernel) = module.functions.last_mut() else { return };
            let mut left = at;
            if !without(&mut kernel.body, &mut left) {
                break;
            }
            let kept = std::mem::replace(&mut generated.case.text, text(&module));
            let fails = verify(&module).is_ok()
                && difference(generated, seed).is_err_and(|error| kind(&error) == kind(&first));
            if !fails {
                generated.case.text = kept;
                at += 1;
            }
        }
        if generated.case.text == before {
            return;
        }
    }
}

fn text(module: &Module) -> String {
    module.to_text()
}

/// Takes away the statement of this number, counted inside out; what ends a loop stays.
fn without(block: &mut Block, left: &mut usize) -> bool {
    for at in (0..block.0.len()).rev() {
        if *left == 0 && !counts(&block.0[at]) {
            block.0.remove(at);
            return true;
        }
        *left = left.saturating_sub(1);
        // A branch gives way to what is in it.
        if let StmtKind::If { then, otherwise, .. } = &mut block.0[at].kind {
            let mut arm = None;
            for inner in [then, otherwise] {
                if *left == 0 && arm.is_none() && !inner.0.is_empty() {
                    arm = Some(std::mem::take(inner));
                }
                *left = left.saturating_sub(1);
            }
            if let Some(arm) = arm {
                block.0.splice(at..=at, arm.0);
                return true;
            }
        }
        for inner in block.0[at].blocks_mut() {
            if without(inner, left) {
                return true;
            }
        }
    }
    false
}

/// Whether the statement counts a loop's turns.
fn counts(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Assign { op: Some(BinOp::Add), place, .. } if place.ty == Type::USIZE)
}
