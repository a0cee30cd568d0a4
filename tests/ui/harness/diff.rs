//! Line diffs for test failures.

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// The lines that differ, marked `-` (recorded) and `+` (printed now), each with some lines of context.
pub fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&old, &new);
    let is_near_a_change = |at: usize| {
        let near = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(edits.len());
        edits[near].iter().any(|(mark, _)| *mark != ' ')
    };
    let mut text = String::new();
    let mut skipped = false;
    for (at, (mark, line)) in edits.iter().enumerate() {
        if is_near_a_change(at) {
            text += &format!("{mark} {line}\n");
            skipped = false;
        } else if !skipped {
            text += "  [...]\n";
            skipped = true;
        }
    }
    text
}

/// The longest common subsequence of the lines, and what is removed and added between its elements.
fn edits<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    // common[i][j]: how many lines `old[i..]` and `new[j..]` have in common, in order.
    let mut common = vec![vec![0u32; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut edits = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            edits.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            edits.push(('-', old[i]));
            i += 1;
        } else {
            edits.push(('+', new[j]));
            j += 1;
        }
    }
    edits
}
