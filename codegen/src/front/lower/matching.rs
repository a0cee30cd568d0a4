//! Choices by patterns: `match`, `if let`, `while let`, `let .. else` and `matches!`.
//!
//! Takes the node and, where its value has a place already, that place; guarantees branches that test in Rust's
//! order and evaluate what is matched once. A `match` becomes a chain of branches, in which the last arm is not
//! tested: rustc has seen that it matches what is left.

use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Arm, Expr as Syn, Pat, Token};

use super::pattern::{Bound, Choices, Found, both, not, of_result};
use super::subject::{Subject, is_of_option};
use super::{Lower, Scope, address};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::ir::{Block, Expr, LocalId, LocalKind, Place, SiteKind, Stmt, StmtKind, Type};

/// The operands of `matches!`.
pub(in crate::front) struct Matches {
    pub(in crate::front) value: Syn,
    comma: Token![,],
    pub(in crate::front) pat: Pat,
    pub(in crate::front) guard: Option<(Token![if], Syn)>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
        let (value, comma) = (input.parse()?, input.parse()?);
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(token) => Some((token, input.parse()?)),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, comma, pat, guard })
    }
}

impl quote::ToTokens for Matches {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        self.value.to_tokens(tokens);
        self.comma.to_tokens(tokens);
        self.pat.to_tokens(tokens);
        if let Some((token, guard)) = &self.guard {
            token.to_tokens(tokens);
            guard.to_tokens(tokens);
        }
    }
}

/// How many arms a chain of branches has: what nests deeper has to be walked by everything that comes later.
const CHAIN: usize = 24;

/// Where the value of a `match` goes.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    /// To the variable, or else it comes back.
    Value(Option<LocalId>),
    Dropped,
}

/// What a chain of arms comes from.
#[derive(Default)]
struct Way<'a> {
    /// As in [`Found`].
    floats: bool,
    /// What matches none of the arms; without it the last takes it.
    unmatched: Option<&'a StmtKind>,
    /// Which alternatives of the first arm are looked at, where each is a case of its own.
    choices: Option<Choices>,
}

impl Lower<'_> {
    /// `match`. With a destination the arms assign to it and nothing is returned; without one the value comes back.
    pub(super) fn match_expr(&mut self, node: &syn::ExprMatch, dest: Option<LocalId>) -> Option<Expr> {
        self.match_with(node, Goal::Value(dest))
    }

    /// `match` whose value, if any, is dropped.
    pub(super) fn match_effect(&mut self, node: &syn::ExprMatch) {
        self.match_with(node, Goal::Dropped);
    }

    fn match_with(&mut self, node: &syn::ExprMatch, goal: Goal) -> Option<Expr> {
        let site = self.site;
        let subject = self.subject_of(&node.expr, node.arms.iter().map(|arm| &arm.pat));
        let value = if node.arms.len() > CHAIN {
            self.long_match(&node.arms, &subject, goal)
        } else {
            self.arms(&node.arms, &subject, goal, Way::default())
        };
        self.site = site;
        value
    }

    /// What is matched, for patterns that may read it several times. Of a `Result` it is enough to say once that
    /// there is none.
    fn subject_of<'p>(&mut self, expr: &Syn, pats: impl Iterator<Item = &'p Pat>) -> Subject {
        if let Some((old, ok)) = self.exchange_result(expr) {
            return Subject::Exchange { old, ok };
        }
        let pats: Vec<&Pat> = pats.collect();
        if let Some((inner, some)) = self.maybe_of(expr, pats.iter().any(|pat| is_of_option(pat))) {
            return Subject::Maybe { inner: Box::new(inner), some };
        }
        match pats.into_iter().find(|pat| of_result(pat)) {
            Some(pat) => {
                self.refuse_result(pat);
                Subject::Broken
            }
            None => self.subject(expr),
        }
    }

    /// A `match` of many arms: several chains, of which each but the first runs where the one before it matched
    /// nothing.
    fn long_match(&mut self, arms: &[Arm], subject: &Subject, goal: Goal) -> Option<Expr> {
        let left = self.new_local("left", Type::BOOL, LocalKind::Temp);
        let set = |value| StmtKind::Assign {
            place: Place::local(left, Type::BOOL),
            op: None,
            value: Expr::bool(value),
        };
        let (dest, inner) = match goal {
            Goal::Value(Some(dest)) => (Some(dest), Goal::Value(None)),
            Goal::Value(None) => {
                let ty = self.fresh();
                (Some(self.new_local("value", ty, LocalKind::Temp)), Goal::Value(None))
            }
            Goal::Dropped => (None, Goal::Dropped),
        };
        let mut chains = Vec::new();
        let mut has_value = false;
        for arms in arms.chunks(CHAIN) {
            chains.push(arms);
        }
        let last = chains.len().saturating_sub(1);
        let mut blocks = Vec::new();
        for (number, arms) in chains.into_iter().enumerate() {
            let unmatched = (number < last).then(|| set(true));
            let (mut block, value) = self.branch(|lower| {
                lower.arms(arms, subject, inner, Way { unmatched: unmatched.as_ref(), ..Way::default() })
            });
            has_value |= value.is_some();
            if let Some(dest) = dest {
                self.assign_at_end(&mut block, dest, value);
            }
            blocks.push(block);
        }
        if let Some(local) = dest {
            if has_value || goal == Goal::Value(dest) {
                self.push(StmtKind::Let { local, init: None });
            } else {
                self.settle_unit(local);
            }
        }
        self.push(StmtKind::Let { local: left, init: Some(Expr::bool(false)) });
        let site = self.site;
        for (number, mut then) in blocks.into_iter().enumerate() {
            if number == 0 {
                self.block.append(&mut then.0);
                continue;
            }
            if number < last {
                then.0.insert(0, Stmt { kind: set(false), site });
            }
            let condition = Expr::local(left, Type::BOOL);
            self.push(StmtKind::If { condition, then, otherwise: Block::default() });
        }
        let value = dest.filter(|_| has_value && goal == Goal::Value(None))?;
        let ty = self.function.local(value).ty.clone();
        Some(Expr::local(value, ty))
    }

    /// A chain of arms.
    fn arms(&mut self, arms: &[Arm], subject: &Subject, goal: Goal, way: Way<'_>) -> Option<Expr> {
        let Way { floats, unmatched, choices } = way;
        let Some((arm, rest)) = arms.split_first() else {
            // Nothing matches nothing: control never comes here, but to go on.
            if let Some(unmatched) = unmatched {
                self.push(unmatched.clone());
            }
            return self.deliver(goal, None);
        };
        self.begin_arm(arm);
        let (pat, guard) = match &arm.pat {
            Pat::Guard(node) => (&*node.pat, Some(&*node.guard)),
            pat => (pat, None),
        };
        self.scopes.push(Scope::default());
        let mut found = Found { floats, choices, ..Found::refutable() };
        let mut test = self.test(pat, subject, &mut found);
        if found.places && guard.is_none() && found.choices.is_none() {
            found = Found { floats, choices: Some(Choices::default()), ..Found::refutable() };
            test = self.test(pat, subject, &mut found);
        }
        self.refuse_places(pat, &found);
        let again = found.choices.take().and_then(Choices::next);
        let is_last = rest.is_empty() && again.is_none() && unmatched.is_none();
        let mut condition = if is_last { None } else { test };
        let floats = found.floats;
        let mut bound = Vec::new();
        match guard {
            Some(guard) => {
                condition = self.guarded(pat, guard, subject, condition, found, address(arm));
            }
            None => bound = found.bound,
        }
        let Some(condition) = condition else {
            // The arm is taken by whatever comes to it, and what follows it by nothing.
            self.bind_found(bound, address(arm));
            let value = self.arm_body(arm, goal);
            self.scopes.pop();
            return self.deliver(goal, value);
        };
        let (then, then_value) = self.branch(|lower| {
            lower.bind_found(bound, address(arm));
            lower.arm_body(arm, goal)
        });
        self.scopes.pop();
        let inner = if let Goal::Value(_) = goal { Goal::Value(None) } else { goal };
        let (otherwise, otherwise_value) = self.branch(|lower| {
            let left = if again.is_some() { arms } else { rest };
            lower.arms(left, subject, inner, Way { floats, unmatched, choices: again })
        });
        let dest = if let Goal::Value(dest) = goal { dest } else { None };
        self.join(condition, (then, then_value), (otherwise, otherwise_value), dest)
    }

    /// An arm is a statement of its own, with the comments above it.
    fn begin_arm(&mut self, arm: &Arm) {
        let span = arm.pat.span();
        self.site = self.new_site(span, SiteKind::Plain);
        let comments = self.comments.take(span.start().line as u32);
        if let Some(site) = self.sites.last_mut() {
            site.comments = comments;
        }
    }

    fn arm_body(&mut self, arm: &Arm, goal: Goal) -> Option<Expr> {
        match goal {
            Goal::Value(_) => self.value_or_unit(&arm.body),
            Goal::Dropped => {
                self.effect(&arm.body);
                None
            }
        }
    }

    /// Puts a value where it goes; a destination without a value is still declared.
    fn deliver(&mut self, goal: Goal, value: Option<Expr>) -> Option<Expr> {
        match goal {
            Goal::Value(Some(local)) => {
                match value {
                    Some(value) if self.take_over(&value, local) => {}
                    init => self.push(StmtKind::Let { local, init }),
                }
                None
            }
            Goal::Value(None) => value,
            Goal::Dropped => None,
        }
    }

    /// A condition: expressions and `let`s joined by `&&`; `None` where it always holds. Names of the last `let`
    /// are left to be bound where the condition holds. The rest is in the scope around.
    pub(super) fn condition<'p>(&mut self, cond: &'p Syn, node: usize) -> (Option<Expr>, Vec<Bound<'p>>) {
        let mut items = Vec::new();
        chain(cond, &mut items);
        if !items.iter().any(|item| matches!(item, Syn::Let(_))) {
            return (Some(self.asked_of(cond)), Vec::new());
        }
        let mut condition = None;
        let mut bound = Vec::new();
        for item in items {
            self.bind_found(std::mem::take(&mut bound), node);
            let bound = &mut bound;
            condition = self.and_also(condition, |lower| match item {
                Syn::Let(node) => {
                    let subject = lower.subject_of(&node.expr, std::iter::once(&*node.pat));
                    let mut found = Found::refutable();
                    let test = lower.test(&node.pat, &subject, &mut found);
                    lower.refuse_places(&node.pat, &found);
                    *bound = found.bound;
                    test
                }
                other => Some(lower.asked_of(other)),
            });
        }
        (condition, bound)
    }

    /// What a condition asks. What assigns is no answer, as rustc says: whom it leaves to go on says nothing of races.
    fn asked_of(&mut self, asked: &Syn) -> Expr {
        let value = self.expr(asked);
        if !matches!(super::bare(asked), Syn::Assign(_)) {
            return value;
        }
        let nothing = self.new_local("nothing", Type::Unit, LocalKind::Temp);
        self.push(StmtKind::Let { local: nothing, init: None });
        Expr::local(nothing, Type::Unit)
    }

    /// What `next` gives, asked only where `first` holds. Names and temporaries that `next` declares can be used
    /// after it.
    pub(super) fn and_also(
        &mut self,
        first: Option<Expr>,
        next: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        let Some(first) = first else { return next(self) };
        let outer = std::mem::take(&mut self.block);
        let next = next(self);
        let added = std::mem::replace(&mut self.block, outer);
        if added.is_empty() {
            return both(Some(first), next);
        }
        let condition = self.new_local("condition", Type::BOOL, LocalKind::Temp);
        self.push(StmtKind::Let { local: condition, init: Some(first) });
        let mut then = Vec::new();
        for Stmt { kind, site } in added {
            let kind = match kind {
                StmtKind::Let { local, init } => {
                    self.push(StmtKind::Let { local, init: None });
                    let Some(value) = init else { continue };
                    StmtKind::Assign { place: Place::local(local, value.ty.clone()), op: None, value }
                }
                kind => kind,
            };
            then.push(Stmt { kind, site });
        }
        let place = Place::local(condition, Type::BOOL);
        if let Some(value) = next {
            let kind = StmtKind::Assign { place: place.clone(), op: None, value };
            then.push(Stmt { kind, site: self.site });
        }
        let kind = StmtKind::If {
            condition: Expr::load(place.clone()),
            then: Block(then),
            otherwise: Block::default(),
        };
        self.push(kind);
        Some(Expr::load(place))
    }

    /// `let pattern = value else { .. };`
    pub(super) fn let_else(&mut self, node: &syn::Local, value: &Syn, diverge: &Syn) {
        let (pat, ty) = match &node.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        let subject = if of_result(pat) || ty.is_none() {
            self.subject_of(value, std::iter::once(pat))
        } else {
            self.subject_for(value, ty, None)
        };
        let mut found = Found::refutable();
        let test = self.test(pat, &subject, &mut found);
        self.refuse_places(pat, &found);
        let then = self.scoped_block(|lower| lower.effect(diverge));
        if let Some(test) = test {
            self.push(StmtKind::If { condition: not(test), then, otherwise: Block::default() });
        }
        self.bind_found(found.bound, address(node));
    }

    /// `matches!(value, pattern if guard)`.
    pub(super) fn matches(&mut self, mac: &syn::Macro) -> Expr {
        if !self.is_known_macro(&mac.path) {
            self.macro_statement(mac);
            return self.dummy();
        }
        let node = match syn::parse2::<Matches>(mac.tokens.clone()) {
            Ok(node) => Box::new(node),
            Err(error) => {
                let message = format!("`matches!` takes a value and a pattern: {error}");
                self.report.error(error.span(), Code::Macro, message, "");
                return self.dummy();
            }
        };
        let subject = self.subject_of(&node.value, std::iter::once(&node.pat));
        self.scopes.push(Scope::default());
        let mut found = Found::refutable();
        let mut condition = self.test(&node.pat, &subject, &mut found);
        self.refuse_places(&node.pat, &found);
        if let Some((_, guard)) = &node.guard {
            condition = self.guarded(&node.pat, guard, &subject, condition, found, address(mac));
        }
        self.scopes.pop();
        self.taps.matches.insert(address(mac), node);
        condition.unwrap_or_else(|| Expr::bool(true))
    }

    /// A `let` in the guard of alternatives, or where no condition stands: then rustc, which cannot read it, says so.
    pub(super) fn let_elsewhere(&mut self, node: &syn::ExprLet) -> Option<Expr> {
        let message = "a `let` is a condition of its own, or one of several joined by `&&`";
        let help = "write `if let .. = .. && .. { .. }`, and in a guard, an arm for each alternative";
        self.taps.late.error(spot(node), Code::Pattern, message, help);
        self.bind_broken(&node.pat);
        None
    }
}

/// The conditions that `&&` joins.
fn chain<'e>(cond: &'e Syn, items: &mut Vec<&'e Syn>) {
    match cond {
        Syn::Binary(syn::ExprBinary { left, op: syn::BinOp::And(_), right, .. }) => {
            chain(left, items);
            chain(right, items);
        }
        Syn::Group(inner) => chain(&inner.expr, items),
        other => items.push(other),
    }
}

/// Whether a macro is `matches!`.
pub(super) fn is_matches(mac: &syn::Macro) -> bool {
    mac.path.segments.last().is_some_and(|last| last.ident == "matches")
}
