//! What values of other crates look like in the schema.
//!
//! The names of these types are the names of the schema, and so of the generated TypeScript.
#![allow(dead_code, reason = "the types stand for others in the schema and are never built")]

use schemars::JsonSchema;

/// Chips in whole minor units.
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(crate) struct Chips(i64);

/// A card such as "Td": rank 2-9 T J Q K A, suit c d h s.
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(crate) struct Card(String);

/// A seat by its number, from 1.
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(crate) struct Seat(u8);

/// 32 hexadecimal digits, hyphens allowed: what `crypto.randomUUID()` gives. Never used twice for
/// two different commands.
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(crate) struct CommandId(String);

/// A player by their number: two may have the same name, never the same number.
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(crate) struct PlayerId(u64);

/// What changes in a view: `null` means gone, an object is merged into what is there, anything else is put in its place
/// (RFC 7396).
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(crate) struct Patch(serde_json::Map<String, serde_json::Value>);
