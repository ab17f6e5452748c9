//! Rooms as processes of their own, and clients on real sockets.
//!
//! One program for all of it: every test program links the whole room once more.

mod accounts;
mod addresses;
mod admin;
mod api;
mod company;
mod director;
mod durak;
mod durak_cases;
mod edge;
mod edge_figures;
mod evening_refusals;
mod exchange;
mod gateway;
mod gateway_accounts;
mod gateway_flood;
mod gateway_mixed;
mod history;
mod host_orders;
mod host_rights;
mod hosting;
mod kills;
mod leaks;
mod lines;
mod links;
mod log_words;
mod mutes;
mod notations;
mod options;
mod people;
mod refills;
mod refusals;
mod seats;
mod seka;
mod serve;
mod settings;
mod several_tables;
mod stops;
mod support;
mod tables_http;
mod tournaments;
mod tournaments_http;
mod transcripts;
mod upgrade;
mod waiting;
