//! Says each of the user's comments once.
//!
//! A statement of a tile kernel becomes many, all of its site, and a back end writes a site's comments before each
//! statement. Ensures that the first in the text keeps the site, and the others have one that differs in having no
//! comments.

use crate::collections::Map;
use crate::ir::{Block, Module, Site, SiteId};

/// Leaves each site's comments to its first statement.
pub fn say_once(module: &mut Module) {
    let Module { functions, sites } = module;
    for function in functions {
        block(&mut function.body, sites, &mut Map::new());
    }
}

/// `silent` has the sites that were met, each with its twin without comments.
fn block(block: &mut Block, sites: &mut Vec<Site>, silent: &mut Map<SiteId, SiteId>) {
    for stmt in &mut block.0 {
        if let Some(twin) = silent.get(&stmt.site) {
            stmt.site = *twin;
        } else if let Some(site) = sites.get(stmt.site.0 as usize).filter(|site| !site.comments.is_empty()) {
            let twin = Site { comments: Vec::new(), ..site.clone() };
            sites.push(twin);
            silent.insert(stmt.site, SiteId(sites.len() as u32 - 1));
        }
        for inside in stmt.blocks_mut() {
            self::block(inside, sites, silent);
        }
    }
}
