//! Collects rustc's answers for a kernel and the device functions that it calls.
//!
//! Guarantees that each instance of a device function answers once for a kernel, however many calls lead to it, and
//! that functions that call each other in a circle are [`Answer::Recursion`]. Equal instances share their answers.

use std::cell::RefCell;

use kiln_codegen::passes::specialize::Answer;

use crate::instance::DescribeFn;

/// A device function: the linker may give two functions one address, and two types may share a name, but hardly both.
type Asked = (&'static str, fn() -> Answer);

thread_local! {
    /// The functions that were asked for the current kernel. One without an answer is being asked.
    static ASKED: RefCell<Vec<(Asked, Option<Answer>)>> = const { RefCell::new(Vec::new()) };
}

/// The answers for a kernel; a closed one needs none.
pub(crate) fn answers(describe: Option<DescribeFn>) -> Vec<Answer> {
    let answers = describe.map_or_else(Vec::new, |describe| describe());
    ASKED.take();
    answers
}

/// The answer for a device function of this name.
pub fn function_answer(name: &'static str, instance: fn() -> Answer) -> Answer {
    let is_it = |((known, code), _): &&mut (Asked, Option<Answer>)| {
        *known == name && *code as usize == instance as usize
    };
    let known = ASKED.with_borrow_mut(|asked| {
        let known = asked.iter_mut().find(is_it).map(|(_, answer)| answer.clone());
        if known.is_none() {
            asked.push(((name, instance), None));
        }
        known
    });
    if let Some(known) = known {
        return known.unwrap_or(Answer::Recursion);
    }
    let answer = instance();
    ASKED.with_borrow_mut(|asked| {
        if let Some((_, place)) = asked.iter_mut().find(is_it) {
            *place = Some(answer.clone());
        }
    });
    answer
}
