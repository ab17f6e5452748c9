//! What the fuzz targets check, one module for each notation. A target in `fuzz_targets/` is one line that
//! calls a function here; the package that owns the notation runs the same function over the corpus in its tests.
pub mod durak;
pub mod exchange;
pub mod phh;
pub mod pokerstars;
pub mod room;
pub mod seka;
pub mod seka_table;
pub mod updau;
pub mod tournament;
