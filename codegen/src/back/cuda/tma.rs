//! Copies by tensor maps, which a kernel takes behind the user's parameters.

use super::expr::Text;
use super::stmt::Writer;
use crate::intrinsics::TensorMap;
use crate::ir::Expr;
use std::fmt::Write as _;

/// The parameter with the maps.
pub(super) const MAPS: &str = "tensor_maps";

impl Writer<'_> {
    /// A call of the function for the rank, with the number of the map.
    pub(super) fn tensor_load(&mut self, rank: u8, args: &[Expr]) -> Text {
        let (Some(map), Some([_, _, coordinates]), [to, _, barrier, ..]) =
            (TensorMap::of(rank, args), TensorMap::axes(rank, args), args)
        else {
            return Text::postfix("/* no such copy */".to_owned());
        };
        let number = self.prelude.tensor_map(map);
        let name = format!("tensor_load_{rank}");
        if !self.prelude.has_function(&name) {
            self.prelude.function(name.clone(), function(&name, rank));
        }
        let mut text = format!(
            "kiln::{name}({}, {MAPS}.of[{number}], {}",
            self.exact(to).text,
            self.exact(barrier).text
        );
        // The instruction names the axis of neighbors first.
        for coordinate in coordinates.iter().rev() {
            let _ = write!(text, ", (u32){}", self.exact(coordinate).at(super::expr::Prec::Unary));
        }
        Text::postfix(text + ")")
    }
}

fn function(name: &str, rank: u8) -> String {
    let list = |text: &dyn Fn(u8) -> String| (0..rank).map(text).collect::<Vec<_>>().join(", ");
    let (params, places) = (list(&|axis| format!("u32 x{axis}")), list(&|axis| format!("%{}", axis + 3)));
    let inputs = list(&|axis| format!("\"r\"(x{axis})"));
    format!(
        "template <typename T>\n__device__ __forceinline__ void {name}(T& target, const tensor_map& map, u64& barrier, {params}) {{\n    \
         asm volatile(\"cp.async.bulk.tensor.{rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes \"\n                 \
         \"[%0], [%1, {{{places}}}], [%2];\"\n                 \
         :: \"r\"(shared_address(&target)), \"l\"(&map), \"r\"(shared_address(&barrier)), {inputs} : \"memory\");\n}}\n"
    )
}
