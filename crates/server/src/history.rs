//! What happened, kept and shown: rows of hands as they are settled, and a hand of long ago as one person saw it.

mod row;

pub(crate) use row::{Summary, hand_rows, keeps_checkpoint};
