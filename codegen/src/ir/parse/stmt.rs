//! Statements and blocks.

use super::{Parser, Result, Token};
use crate::ir::{Block, LabelId, SiteId, Stmt, StmtKind, Unroll};

impl Parser<'_> {
    /// Statements up to and with the closing brace. What holds blocks is spread over small functions, since their
    /// frames add up where blocks nest.
    pub(super) fn stmts(&mut self) -> Result<Block> {
        self.enter()?;
        let mut stmts = Vec::new();
        while !self.eat("}")? {
            let Some(site) = self.site()? else {
                return self.expected("a statement's site (`@n`) or `}`");
            };
            self.stmt(site, &mut stmts)?;
        }
        self.leave();
        Ok(Block(stmts))
    }

    fn block(&mut self) -> Result<Block> {
        self.expect("{")?;
        self.stmts()
    }

    fn stmt(&mut self, site: SiteId, stmts: &mut Vec<Stmt>) -> Result<()> {
        match self.token {
            Token::Label(label) => self.labeled(LabelId(label), site, stmts),
            Token::Word("if") => self.branch(site, stmts),
            _ => self.plain(site, stmts),
        }
    }

    /// A statement without blocks.
    fn plain(&mut self, site: SiteId, stmts: &mut Vec<Stmt>) -> Result<()> {
        let kind = self.simple()?;
        stmts.push(Stmt { kind, site });
        self.expect(";")
    }

    fn branch(&mut self, site: SiteId, stmts: &mut Vec<Stmt>) -> Result<()> {
        self.advance()?;
        let condition = self.value()?;
        let then = self.block()?;
        let otherwise = if self.eat_word("else")? { self.block()? } else { Block::default() };
        stmts.push(Stmt { kind: StmtKind::If { condition, then, otherwise }, site });
        Ok(())
    }

    /// A statement that a semicolon ends.
    fn simple(&mut self) -> Result<StmtKind> {
        if matches!(self.token, Token::Named(..) | Token::Punct("(")) {
            return self.assign();
        }
        Ok(if self.eat_word("let")? {
            let local = self.local_id()?;
            let init = if self.eat("=")? { Some(self.value()?) } else { None };
            StmtKind::Let { local, init }
        } else if self.eat_word("eval")? {
            StmtKind::Eval(self.value()?)
        } else if self.eat_word("break")? {
            StmtKind::Break(self.label()?)
        } else if self.eat_word("continue")? {
            StmtKind::Continue(self.label()?)
        } else if self.eat_word("return")? {
            StmtKind::Return(if self.at(";") { None } else { Some(self.value()?) })
        } else if self.eat_word("fail")? {
            self.expect("(")?;
            let values = self.comma_separated(")", Parser::value)?;
            let block = if self.eat_word("in")? { Some(Box::new(self.value()?)) } else { None };
            StmtKind::Fail { values, block }
        } else if self.eat_word("print")? {
            self.expect("(")?;
            StmtKind::Print { values: self.comma_separated(")", Parser::value)? }
        } else {
            return self.expected("a statement");
        })
    }

    pub(super) fn label(&mut self) -> Result<LabelId> {
        let Token::Label(label) = self.token else { return self.expected("a label") };
        self.advance()?;
        Ok(LabelId(label))
    }

    /// A label and what it names.
    fn labeled(&mut self, label: LabelId, site: SiteId, stmts: &mut Vec<Stmt>) -> Result<()> {
        self.advance()?;
        self.expect(":")?;
        if self.eat_word("for")? {
            self.counted(label, site, stmts)?;
            let counted_body = self.block()?;
            if let Some(Stmt { kind: StmtKind::For { body, .. }, .. }) = stmts.last_mut() {
                *body = counted_body;
            }
            return Ok(());
        }
        if self.at_word("while") {
            return self.conditional(label, site, stmts);
        }
        let is_loop = self.eat_word("loop")?;
        if !is_loop && !self.eat_word("block")? {
            return self.expected("`loop`, `while`, `for` or `block`");
        }
        let body = self.block()?;
        let kind = if is_loop { StmtKind::Loop { label, body } } else { StmtKind::Block { label, body } };
        stmts.push(Stmt { kind, site });
        Ok(())
    }

    fn conditional(&mut self, label: LabelId, site: SiteId, stmts: &mut Vec<Stmt>) -> Result<()> {
        self.expect_word("while")?;
        let condition = self.value()?;
        let body = self.block()?;
        stmts.push(Stmt { kind: StmtKind::While { label, condition, body }, site });
        Ok(())
    }

    /// A counted loop as far as its body.
    fn counted(&mut self, label: LabelId, site: SiteId, stmts: &mut Vec<Stmt>) -> Result<()> {
        let local = self.local_id()?;
        self.expect_word("in")?;
        let start = self.value()?;
        let inclusive = self.eat("..=")?;
        if !inclusive {
            self.expect("..")?;
        }
        let end = self.value()?;
        let step = if self.eat_word("step")? { Some(self.value()?) } else { None };
        let reversed = self.eat_word("reversed")?;
        let unroll = if self.eat_word("unroll")? {
            Unroll::Full
        } else if self.eat_word("rolled")? {
            Unroll::Never
        } else if self.eat_word("each")? {
            Unroll::Each
        } else {
            Unroll::Free
        };
        let body = Block::default();
        let kind = StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll, body };
        stmts.push(Stmt { kind, site });
        Ok(())
    }

    fn assign(&mut self) -> Result<StmtKind> {
        let place = self.place()?;
        let op = self.binary_op();
        if op.is_some() {
            self.advance()?;
        }
        self.expect("=")?;
        Ok(StmtKind::Assign { place, op, value: self.value()? })
    }
}
