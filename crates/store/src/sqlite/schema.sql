-- Version 4. "at", "until" and "ended" are milliseconds of the room's clock, "wall" and "date" of the
-- calendar. Payloads mean something to the caller only; beside each stands the version of its form.

-- One row: how often the file was opened for writing (the number of the writer), the latest date gone
-- by, a date that is doubted and the opening that saw it, what receipts are hashed with, and the last receipt
-- up to which all are in the index.
CREATE TABLE room (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    openings INTEGER NOT NULL,
    last_date_ms INTEGER,
    doubtful_date_ms INTEGER,
    doubtful_opening INTEGER,
    receipt_seed INTEGER NOT NULL,
    receipts_indexed INTEGER NOT NULL
) STRICT;
INSERT INTO room (id, openings, receipt_seed, receipts_indexed) VALUES (1, 0, random(), 0);

-- Tables, tournaments: whose they are and how far they have come. New events count besides.
CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    owner INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    sequence INTEGER NOT NULL, -- of the last event in order
    archived INTEGER NOT NULL, -- the last event in the archive
    last_at_ms INTEGER,
    closed INTEGER NOT NULL CHECK (closed IN (0, 1))
) STRICT;
CREATE INDEX open_streams ON streams (name) WHERE closed = 0;

-- The truth, as far as it is neither new nor in the archive. Rows of a stream lie together, in order.
CREATE TABLE events (
    stream INTEGER NOT NULL REFERENCES streams,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at_ms INTEGER NOT NULL,
    version INTEGER NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (stream, sequence)
) STRICT, WITHOUT ROWID;

-- The newest truth, of all streams one after the other: a commit writes few pages. A few at a time they are put
-- in order, into the table above; until they are deleted here, some are in both.
CREATE TABLE new_events (
    id INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    version INTEGER NOT NULL,
    payload BLOB NOT NULL
) STRICT;

-- The rest of the truth, a compressed segment of 256 events a row. The id is the stream's id times 2^32
-- plus the number of the segment.
CREATE TABLE archive (
    id INTEGER PRIMARY KEY,
    segment BLOB NOT NULL
) STRICT;

-- The latest state of a stream that was written down: saves replaying from the beginning.
CREATE TABLE checkpoints (
    stream INTEGER PRIMARY KEY REFERENCES streams,
    sequence INTEGER NOT NULL,
    version INTEGER NOT NULL,
    payload BLOB NOT NULL
) STRICT;

-- Some of the states before it, compressed: a hand long ago is played again from the nearest one.
CREATE TABLE kept_checkpoints (
    stream INTEGER NOT NULL REFERENCES streams,
    sequence INTEGER NOT NULL,
    version INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (stream, sequence)
) STRICT, WITHOUT ROWID;

-- Decks and the like, apart from everything that is loaded for people.
CREATE TABLE secrets (
    stream INTEGER NOT NULL REFERENCES streams,
    key INTEGER NOT NULL,
    version INTEGER NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (stream, key)
) STRICT, WITHOUT ROWID;

-- What a stream keeps about players who left it, until when.
CREATE TABLE remembered (
    stream INTEGER NOT NULL REFERENCES streams,
    player INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    version INTEGER NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (stream, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX remembered_by_end ON remembered (until_ms);

-- Who has how much. Every currency sums to zero; only some accounts may owe.
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    may_owe INTEGER NOT NULL CHECK (may_owe IN (0, 1)),
    chips INTEGER NOT NULL,
    CHECK (chips >= 0 OR may_owe = 1)
) STRICT;

-- What the balances are made of, and which event of which stream was the cause.
CREATE TABLE transfers (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    payer INTEGER NOT NULL REFERENCES accounts,
    payee INTEGER NOT NULL REFERENCES accounts CHECK (payee <> payer),
    chips INTEGER NOT NULL CHECK (chips > 0),
    cause_stream INTEGER REFERENCES streams,
    cause_sequence INTEGER
) STRICT;

-- Commands that were carried out, and what was answered. Rows come in the order of time and are forgotten
-- in it. The index is of a hash: 32 bits of the user, so that one user's lie together, and 32 of the command. The
-- newest receipts are put into it later, many at once.
CREATE TABLE receipts (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    user INTEGER NOT NULL,
    command BLOB NOT NULL,
    digest INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    version INTEGER NOT NULL,
    answer BLOB NOT NULL
) STRICT;
CREATE TABLE receipt_index (
    hash INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (hash, id)
) STRICT, WITHOUT ROWID;

-- Hands that were settled, with everybody who took part.
CREATE TABLE hands (
    stream INTEGER NOT NULL REFERENCES streams,
    hand INTEGER NOT NULL,
    game TEXT NOT NULL,
    currency TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    started_wall_ms INTEGER NOT NULL,
    ended_wall_ms INTEGER NOT NULL,
    players BLOB NOT NULL,
    version INTEGER NOT NULL,
    summary BLOB NOT NULL,
    PRIMARY KEY (stream, hand)
) STRICT, WITHOUT ROWID;

-- The same hands by player, in the order of their ends, with what statistics count.
CREATE TABLE hand_players (
    player INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    net INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    PRIMARY KEY (player, ended_ms, stream, hand)
) STRICT, WITHOUT ROWID;

-- What the hands of a player come to, game by game.
CREATE TABLE tallies (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    currency TEXT NOT NULL,
    hands INTEGER NOT NULL,
    voluntary INTEGER NOT NULL,
    raised INTEGER NOT NULL,
    showdowns INTEGER NOT NULL,
    won INTEGER NOT NULL,
    net INTEGER NOT NULL,
    PRIMARY KEY (player, game, currency)
) STRICT, WITHOUT ROWID;

-- Hands that their owners show to whoever has the link.
CREATE TABLE shares (
    id BLOB PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams,
    hand INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    shared_date_ms INTEGER NOT NULL,
    UNIQUE (stream, hand, owner)
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'member', 'bot')),
    created_date_ms INTEGER NOT NULL,
    last_seen_date_ms INTEGER NOT NULL,
    muted_until_date_ms INTEGER,
    banned_until_date_ms INTEGER
) STRICT;
CREATE INDEX guests_by_last_seen ON users (last_seen_date_ms) WHERE kind = 'guest';
CREATE INDEX members ON users (id) WHERE kind = 'member';

-- The hash of a password, and the digest of the code that replaces it.
CREATE TABLE credentials (
    user INTEGER PRIMARY KEY REFERENCES users,
    password TEXT NOT NULL,
    recovery BLOB NOT NULL
) STRICT;

-- What the names of members could be taken for: no two have one in common.
CREATE TABLE looks (
    look TEXT PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_by_user ON looks (user);

-- The digest of the token, never the token.
CREATE TABLE sessions (
    token BLOB PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users,
    created_date_ms INTEGER NOT NULL,
    last_used_date_ms INTEGER NOT NULL,
    expires_date_ms INTEGER NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('full', 'play', 'read')),
    label TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_end ON sessions (expires_date_ms);
CREATE INDEX sessions_by_user ON sessions (user);
