-- Version 1. Times are milliseconds of the room's clock; payloads mean something to the caller only.

-- Tables, tournaments: whose they are and how far they have come.
CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    epoch INTEGER NOT NULL,
    sequence INTEGER NOT NULL -- of the last event
) STRICT;

-- The truth. Rows of a stream lie together, in order.
CREATE TABLE events (
    stream INTEGER NOT NULL REFERENCES streams,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at_ms INTEGER NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (stream, sequence)
) STRICT, WITHOUT ROWID;

-- The latest state of a stream that was written down: saves replaying from the beginning.
CREATE TABLE checkpoints (
    stream INTEGER PRIMARY KEY REFERENCES streams,
    sequence INTEGER NOT NULL,
    payload BLOB NOT NULL
) STRICT;

-- Decks and the like, apart from everything that is loaded for people.
CREATE TABLE secrets (
    stream INTEGER NOT NULL REFERENCES streams,
    key INTEGER NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (stream, key)
) STRICT, WITHOUT ROWID;

-- Sums to zero.
CREATE TABLE balances (
    account TEXT PRIMARY KEY,
    chips INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the balances are made of, and which event of which stream was the cause.
CREATE TABLE transfers (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    payer TEXT NOT NULL,
    payee TEXT NOT NULL CHECK (payee <> payer),
    chips INTEGER NOT NULL CHECK (chips > 0),
    cause_stream INTEGER REFERENCES streams,
    cause_sequence INTEGER
) STRICT;

-- Commands that were carried out, and what was answered.
CREATE TABLE receipts (
    user INTEGER NOT NULL,
    command BLOB NOT NULL,
    at_ms INTEGER NOT NULL,
    answer BLOB NOT NULL,
    -- Ids that grow with time (UUID 7) arrive on the same few pages, whoever sends them.
    PRIMARY KEY (command, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX receipts_by_age ON receipts (at_ms);

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'member', 'bot')),
    created_at_ms INTEGER NOT NULL
) STRICT;

-- The digest of the token, never the token.
CREATE TABLE sessions (
    token BLOB PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
