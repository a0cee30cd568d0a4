//! The order in which tiles of the grid are visited: the hint `order`, or groups of rows for products.
//!
//! Takes one function of tiles. Ensures that it does what it did, each block for another tile: a GPU starts blocks
//! with the first axis running fastest, and with `order = n` those of `n` tiles along the first axis go along the
//! second one together, so that what is at work at one time shares rows and columns of its tensors, which the L2
//! then holds. The third axis stays as it is, and so does a small grid: its numbers would cost more than they gain.
//! Without the hint, a product in a loop goes in groups, if one factor depends on the first axis alone and the other on
//! the second.
//!
//! A kernel that can fail keeps the machine's order, since what reports a failure tells of the machine's block.

use crate::collections::Map;
use crate::intrinsics;
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Function, Literal, Local, LocalId, LocalKind, Module, Place,
    Scalar, Site, SiteId, SiteKind, Stmt, StmtKind, TileAttrs, TileOp, Type,
};

/// Why the hint was not followed.
pub(super) const FAILS: &str =
    "`order` is not followed: the kernel can fail, and a failure tells of a tile by its place in the grid";

/// The most tiles of a grid that are visited as the machine starts blocks: a GPU has about as many at work at a time.
const MOST_AT_ONCE: u32 = 256;

/// Tiles along the first axis of a product that go along the second one together.
const PRODUCTS: u32 = 16;

/// Follows the hint; the answer is a note for the report.
pub(super) fn order(module: &mut Module) -> Option<String> {
    let function = module.functions.last_mut()?;
    let hint = function.attrs.tile?.order;
    let group = hint.or_else(|| is_product(&function.body).then_some(PRODUCTS))?;
    if group == TileAttrs::COLUMNS || group == 0 {
        return None;
    }
    if fails(&function.body) {
        return hint.map(|_| FAILS.to_owned());
    }
    let ids = [0, 1].map(|axis| {
        function.locals.push(Local::new(format!("tile_{axis}"), Type::USIZE, LocalKind::Temp));
        LocalId(function.locals.len() as u32 - 1)
    });
    function.body.rewrite_exprs(&mut |expr| expression(expr, ids));
    let site = function.body.0.first().map_or(SiteId(0), |stmt| stmt.site);
    module.sites.push(Site { kind: SiteKind::Divide, ..module.sites.first().cloned().unwrap_or_default() });
    let divide = SiteId(module.sites.len() as u32 - 1);
    let own = |(local, name)| StmtKind::Let { local, init: Some(machine(name)) };
    let mut all: Vec<StmtKind> = [(ids[0], "block_idx_x"), (ids[1], "block_idx_y")].map(own).into();
    let tiles = Expr::binary(BinOp::Mul, machine("grid_dim_x"), machine("grid_dim_y"), Type::USIZE);
    // The numbers fit 32 bits, those of a group of whole rows too; no GPU has memory for more tiles.
    let small =
        Expr::binary(BinOp::Sub, tiles, Expr::int((MOST_AT_ONCE + 1).into(), Scalar::Usize), Type::USIZE);
    let most = Expr::int((u32::MAX / group).saturating_sub(MOST_AT_ONCE + 1).into(), Scalar::Usize);
    all.push(StmtKind::If {
        condition: Expr::binary(BinOp::Lt, small, most, Type::BOOL),
        then: Block(steps(function, group, ids, (site, divide))),
        otherwise: Block::default(),
    });
    function.body.0.splice(0..0, all.into_iter().map(|kind| Stmt { kind, site }));
    Some(match group {
        1 => "tiles are visited along the grid's second axis first".to_owned(),
        _ => format!("tiles are visited in groups of {group} along the grid's first axis"),
    })
}

/// Which tile this block has.
fn steps(
    function: &mut Function,
    group: u32,
    [tile_0, tile_1]: [LocalId; 2],
    (site, divide): (SiteId, SiteId),
) -> Vec<Stmt> {
    let mut steps = Vec::new();
    let mut set = |own: Option<LocalId>, name: &str, value: Expr| {
        let (local, kind) = match own {
            Some(local) => {
                let place = Place::local(local, Type::USIZE);
                (local, StmtKind::Assign { place, op: None, value })
            }
            None => {
                function.locals.push(Local::new(name, Type::USIZE, LocalKind::Temp));
                let local = LocalId(function.locals.len() as u32 - 1);
                (local, StmtKind::Let { local, init: Some(value) })
            }
        };
        steps.push(Stmt { kind, site });
        Expr::local(local, Type::USIZE)
    };
    let of = |op: BinOp, a: &Expr, b: &Expr| Expr::binary(op, a.clone(), b.clone(), Type::USIZE);
    let less = |whole: &Expr, count: &Expr, by: &Expr| of(BinOp::Sub, whole, &of(BinOp::Mul, count, by));
    let (rows, columns) = (machine("grid_dim_x"), machine("grid_dim_y"));
    let number = of(BinOp::Add, &of(BinOp::Mul, &machine("block_idx_y"), &rows), &machine("block_idx_x"));
    let number = set(None, "number", number);
    if group == TileAttrs::ROWS {
        let row = set(Some(tile_0), "", quotient(&number, &columns, divide));
        set(Some(tile_1), "", less(&number, &row, &columns));
        return steps;
    }
    let group = Expr::int(group.into(), Scalar::Usize);
    let size = of(BinOp::Mul, &columns, &group);
    let index = set(None, "group", quotient(&number, &size, divide));
    let within = set(None, "within", less(&number, &index, &size));
    let first = set(None, "first", of(BinOp::Mul, &index, &group));
    // The last group has what is left.
    let left = of(BinOp::Sub, &rows, &first);
    let kind = ExprKind::Select {
        condition: Box::new(Expr::binary(BinOp::Lt, left.clone(), group.clone(), Type::BOOL)),
        then: Box::new(left),
        otherwise: Box::new(group),
    };
    let height = set(None, "height", Expr::new(kind, Type::USIZE));
    let column = set(Some(tile_1), "", quotient(&within, &height, divide));
    set(Some(tile_0), "", of(BinOp::Add, &first, &less(&within, &column, &height)));
    steps
}

/// The quotient of two numbers of 32 bits, of which the second is not zero. A division by a maximum with 1 cannot fail.
fn quotient(a: &Expr, b: &Expr, divide: SiteId) -> Expr {
    let ty = Type::Scalar(Scalar::U32);
    let narrow = |value: &Expr| Expr::new(ExprKind::Cast(Box::new(value.clone())), ty.clone());
    let args = vec![narrow(b), Expr::int(1, Scalar::U32)];
    let divisor = match intrinsics::find("int_max") {
        Some(row) => ExprKind::Call { callee: Callee::Intrinsic(row), args, site: None },
        None => ExprKind::Literal(Literal::Int(1)),
    };
    let [lhs, rhs] = [narrow(a), Expr::new(divisor, ty.clone())].map(Box::new);
    let quotient = Expr::new(ExprKind::Binary { op: BinOp::Div, lhs, rhs, site: Some(divide) }, ty);
    Expr::new(ExprKind::Cast(Box::new(quotient)), Type::USIZE)
}

fn machine(name: &str) -> Expr {
    let call = intrinsics::find(name).map(|row| ExprKind::Call {
        callee: Callee::Intrinsic(row),
        args: Vec::new(),
        site: None,
    });
    Expr::new(call.unwrap_or(ExprKind::Literal(Literal::Int(0))), Type::USIZE)
}

/// Whether something in the block ends the kernel with a message.
pub(super) fn fails(block: &Block) -> bool {
    block.any(&mut may_fail)
}

/// Whether a statement may end the kernel with a message, apart from those inside.
pub(super) fn may_fail(stmt: &Stmt) -> bool {
    let mut fails = match &stmt.kind {
        StmtKind::Fail { .. } => true,
        StmtKind::Assign { place, op, value } => {
            let divides = matches!(op, Some(BinOp::Div | BinOp::Rem))
                && !value.ty.scalar().is_some_and(Scalar::is_float);
            divides || place.is_checked()
        }
        _ => false,
    };
    stmt.for_each_expr(&mut |expr| fails |= expr.can_fail());
    fails
}

/// The axes of the grid whose tile's number decides what something is, by bits.
type Axes = u8;

/// Whether there is a product in a loop whose factors go with one of the first two axes each.
fn is_product(body: &Block) -> bool {
    let mut by_local: Map<LocalId, Axes> = Map::new();
    // What a turn of a loop leaves, the next one may read.
    for _ in 0..2 {
        body.walk(&mut |stmt| {
            let (target, value) = match &stmt.kind {
                StmtKind::Let { local, init: Some(value) } => (*local, value),
                StmtKind::Assign { place, value, .. } => (place.base, value),
                StmtKind::For { local, start, .. } => (*local, start),
                _ => return,
            };
            let found = axes(value, &by_local);
            *by_local.or_default(target) |= found;
        });
    }
    let goes_apart = |expr: &Expr| match &expr.kind {
        ExprKind::Tile { op: TileOp::Mma, args } => {
            let factors = [0, 1].map(|factor| axes(&args[factor], &by_local) & 0b11);
            factors == [0b01, 0b10] || factors == [0b10, 0b01]
        }
        _ => false,
    };
    body.any(&mut |stmt| {
        stmt.loop_body().is_some_and(|body| {
            let mut found = false;
            body.walk_operands(&mut |expr| found |= goes_apart(expr));
            found
        })
    })
}

/// The axes that an expression depends on.
fn axes(value: &Expr, by_local: &Map<LocalId, Axes>) -> Axes {
    let mut axes = 0;
    value.walk(&mut |expr| {
        axes |= match &expr.kind {
            ExprKind::Load(place) => by_local.get(&place.base).copied().unwrap_or(0),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => match row.name {
                "block_idx_x" => 0b001,
                "block_idx_y" => 0b010,
                "block_idx_z" => 0b100,
                _ => 0,
            },
            _ => 0,
        };
    });
    axes
}

fn expression(value: &mut Expr, ids: [LocalId; 2]) {
    if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &value.kind {
        let id = match row.name {
            "block_idx_x" => ids[0],
            "block_idx_y" => ids[1],
            _ => return,
        };
        *value = Expr::local(id, Type::USIZE);
    }
}
