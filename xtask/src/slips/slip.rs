//! One token written wrongly, as hands do: a name with a letter missing, a token too many, two in the wrong order.

use super::programs::Program;
use crate::random::Random;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct Slip {
    pub(super) place: Range<usize>,
    pub(super) text: String,
}

impl Slip {
    /// Of a program with something to change: another one for each throw of the dice.
    pub(super) fn thrown(program: &Program, random: &mut Random) -> Option<Slip> {
        let leaves = &program.leaves;
        let at = random.below(leaves.len().max(1));
        let leaf = leaves.get(at)?;
        let of = |place: &Range<usize>| &program.text[place.clone()];
        let (place, own) = (leaf.place.clone(), of(&leaf.place));
        match random.weighted(&[if leaf.is_word { 40 } else { 0 }, 25, 20, 10, 10]) {
            0 => Some(Slip { place, text: misspelt(own, random) }),
            1 => {
                let other = leaves[random.below(leaves.len())].place.clone();
                Some(Slip { place, text: of(&other).to_owned() })
            }
            2 => Some(Slip { place, text: String::new() }),
            3 => Some(Slip { place, text: format!("{own} {own}") }),
            _ => {
                let next = leaves.get(at + 1)?.place.clone();
                let between = of(&(place.end..next.start)).to_owned();
                Some(Slip { place: place.start..next.end, text: format!("{} {between} {own}", of(&next)) })
            }
        }
    }

    /// What was written, and what for it.
    pub(super) fn told(&self, program: &Program) -> String {
        let line = 1 + program.text[..self.place.start].matches('\n').count();
        let was = &program.text[self.place.clone()];
        format!("{}: `{}` in line {line}, `{was}` before", program.kernel, self.text)
    }
}

/// The word with two letters exchanged, one doubled or one left out, and never itself.
fn misspelt(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len());
    match random.below(3) {
        0 if at + 1 < letters.len() && letters[at] != letters[at + 1] && at > 0 => letters.swap(at, at + 1),
        1 if letters.len() > 1 && !(at == 0 && letters[1].is_numeric()) => drop(letters.remove(at)),
        _ => letters.insert(at, letters[at]),
    }
    letters.into_iter().collect()
}

/// The program with the slip; `plain` is without the attributes that call Kiln.
pub(super) fn written(program: &Program, slip: Option<&Slip>, plain: bool) -> String {
    let mut changes: Vec<(Range<usize>, &str)> = Vec::new();
    changes.extend(slip.map(|slip| (slip.place.clone(), slip.text.as_str())));
    if plain {
        changes.extend(program.attributes.iter().map(|place| (place.clone(), "")));
    }
    changes.sort_by_key(|(place, _)| place.start);
    let (mut text, mut end) = (String::new(), 0);
    for (place, new) in changes {
        // What the slip has replaced holds no attribute any more.
        if place.start < end {
            continue;
        }
        text.push_str(&program.text[end..place.start]);
        text.push_str(new);
        end = place.end;
    }
    text + &program.text[end..]
}

#[cfg(test)]
mod tests {
    use super::super::programs::programs;
    use super::*;

    #[test]
    fn a_slip_changes_one_place_and_plain_programs_have_no_marks() {
        let file = "#[kernel]\nfn fill(x: &mut [f32], value: f32) {\n    x[global_id()] = value;\n}\n";
        let program = &programs("a.rs", file)[0];
        assert_eq!(written(program, None, false), format!("#![allow(warnings)]\n{}\n\n", file.trim_end()));
        let mut changed = 0;
        for seed in 0..200 {
            let Some(slip) = Slip::thrown(program, &mut Random::new(seed)) else { continue };
            let (with, plain) = (written(program, Some(&slip), false), written(program, Some(&slip), true));
            assert!(with.contains("#[kernel]") && !plain.contains("#[kernel]"));
            changed += usize::from(with != program.text);
        }
        assert!(changed > 150, "{changed}");
        // One that takes an attribute with it.
        let over =
            Slip { place: program.attributes[0].start..program.attributes[0].end + 3, text: String::new() };
        assert!(written(program, Some(&over), true).contains("fill(x"));
    }

    #[test]
    fn misspelt_words_are_other_words() {
        for (seed, word) in (0..200).zip(["x", "aa", "global_id", "f32", "x2"].into_iter().cycle()) {
            assert_ne!(misspelt(word, &mut Random::new(seed)), word);
        }
    }
}
