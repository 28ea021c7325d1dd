/**
 * The schema of a new store: the result of all migrations, which explain each part. Creating it takes a quarter of the
 * time of the migrations, since each of their changes makes SQLite read the whole schema again. A migration changes
 * this text too; a test compares both.
 */
export const newestSchema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE request (
    id INTEGER PRIMARY KEY, headers TEXT NOT NULL, query TEXT NOT NULL, reading TEXT NOT NULL,
    body BLOB NOT NULL, shared TEXT
  ) STRICT;

  CREATE TABLE event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, request INTEGER NOT NULL,
    siblings INTEGER NOT NULL, source TEXT NOT NULL, sender_event_id TEXT, type TEXT,
    received_at INTEGER NOT NULL, occurred_at INTEGER, duplicate_of TEXT, status TEXT NOT NULL,
    planning INTEGER NOT NULL, calls INTEGER NOT NULL DEFAULT 0, own_status TEXT, own_reason TEXT,
    own_diagnostics TEXT, own_held_since INTEGER, noticed TEXT, settled_at INTEGER,
    tallied INTEGER AS (calls = 0 AND planning <> 1) VIRTUAL, origin INTEGER, waits_at TEXT, codes TEXT,
    trace TEXT, import INTEGER, import_row INTEGER
  ) STRICT;
  CREATE INDEX event_planning ON event (sequence, planning) WHERE planning > 0;
  CREATE INDEX event_settled ON event (status, settled_at) WHERE settled_at IS NOT NULL;
  CREATE INDEX event_siblings ON event (request) WHERE siblings = 1;
  CREATE INDEX event_own_held ON event (sequence) WHERE own_status = 'held';
  CREATE INDEX event_unclaimed ON event (received_at) WHERE own_status = 'held';
  CREATE INDEX event_listing ON event (status, waits_at, source, sequence) WHERE planning <> 1;
  CREATE INDEX event_source ON event (source, sequence);
  CREATE INDEX event_codes ON event (codes, sequence) WHERE codes IS NOT NULL;
  CREATE INDEX event_received ON event (received_at);
  CREATE INDEX event_import ON event (import, status, import_row) WHERE import IS NOT NULL;
  CREATE INDEX event_live ON event (sequence) WHERE planning > 0 AND import IS NULL;
  CREATE INDEX event_list ON event (sequence) WHERE planning > 0 AND import IS NOT NULL;

  CREATE TABLE payload (sequence INTEGER PRIMARY KEY, json TEXT NOT NULL, shared TEXT) STRICT;

  CREATE TABLE recent (
    source TEXT NOT NULL, hash TEXT NOT NULL, event_id TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (source, hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE lane (
    id INTEGER PRIMARY KEY AUTOINCREMENT, destination TEXT NOT NULL, key TEXT NOT NULL, due_at INTEGER,
    imported INTEGER NOT NULL DEFAULT 0, live_until INTEGER, UNIQUE (destination, key)
  ) STRICT;
  CREATE INDEX lane_due ON lane (destination, imported, due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE call (
    id INTEGER PRIMARY KEY AUTOINCREMENT, event INTEGER NOT NULL REFERENCES event (sequence),
    position INTEGER NOT NULL, mapping TEXT NOT NULL, mapping_version TEXT NOT NULL,
    destination TEXT NOT NULL, operation TEXT NOT NULL, lane INTEGER REFERENCES lane (id),
    status TEXT NOT NULL, reason TEXT, due_at INTEGER, attempt INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0, last_row TEXT, row_times INTEGER NOT NULL DEFAULT 0,
    out_of_order INTEGER NOT NULL, force INTEGER NOT NULL, life_from INTEGER NOT NULL, deadline INTEGER,
    remaining INTEGER, expires_at INTEGER NOT NULL, link_people TEXT, link_id TEXT, customer_id TEXT,
    policy TEXT NOT NULL, request TEXT, completion TEXT, occurred_at INTEGER, diagnostics TEXT
  ) STRICT;
  CREATE UNIQUE INDEX call_event ON call (event, position);
  CREATE INDEX call_lane ON call (lane, status, event, position) WHERE lane IS NOT NULL;
  CREATE INDEX call_applied ON call (lane, mapping, occurred_at)
    WHERE status = 'delivered' AND occurred_at IS NOT NULL;
  CREATE INDEX call_waiting ON call (link_people, link_id, destination) WHERE status = 'queued' AND lane IS NULL;
  CREATE INDEX call_deadline ON call (destination, deadline) WHERE status = 'queued';
  CREATE INDEX call_expiry ON call (expires_at) WHERE status IN ('queued', 'held');
  CREATE INDEX call_mapping ON call (mapping, id) WHERE status IN ('queued', 'held');
  CREATE INDEX call_listing ON call (mapping, destination, event);
  CREATE INDEX call_customer ON call (customer_id, event) WHERE customer_id IS NOT NULL;
  CREATE INDEX call_link ON call (link_id, event) WHERE link_id IS NOT NULL;
  CREATE INDEX call_held ON call (mapping, id) WHERE status = 'held';
  CREATE INDEX call_action ON call (iif(json_valid(completion), completion ->> '$.action', NULL), event)
    WHERE iif(json_valid(completion), completion ->> '$.action', NULL) IS NOT NULL;

  CREATE TABLE attempt (
    id INTEGER PRIMARY KEY, call INTEGER NOT NULL REFERENCES call (id), number INTEGER NOT NULL,
    at INTEGER NOT NULL, ms INTEGER NOT NULL, outcome TEXT NOT NULL, status INTEGER, body TEXT
  ) STRICT;
  CREATE INDEX attempt_call ON attempt (call, number);

  CREATE TABLE link (
    people TEXT NOT NULL, link_id TEXT NOT NULL, destination TEXT NOT NULL, customer_id TEXT NOT NULL,
    updated_at INTEGER NOT NULL, shared_since TEXT, PRIMARY KEY (people, link_id, destination)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX link_alike ON link (people, destination, ltrim(replace(lower(link_id), ' ', ''), '0'));

  CREATE TABLE ledger (
    number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, call INTEGER NOT NULL,
    event_id TEXT NOT NULL, attempt INTEGER NOT NULL, state TEXT NOT NULL,
    unclear INTEGER NOT NULL DEFAULT 0, completion TEXT, at INTEGER NOT NULL, appointment BLOB,
    names BLOB
  ) STRICT;
  CREATE INDEX ledger_call ON ledger (call);
  CREATE INDEX ledger_intent ON ledger (call) WHERE state = 'intent';
  CREATE INDEX ledger_appointment ON ledger (appointment);

  CREATE TABLE destination (
    name TEXT PRIMARY KEY, paused INTEGER NOT NULL, held_since INTEGER, reason TEXT, not_before INTEGER,
    stopped_since INTEGER, stopped_ms INTEGER NOT NULL, opened_at INTEGER, next TEXT, code TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE mapping_hold (
    mapping TEXT PRIMARY KEY, mapping_version TEXT NOT NULL, destination TEXT NOT NULL,
    catalog_version TEXT NOT NULL, since INTEGER NOT NULL, reason TEXT NOT NULL,
    diagnostics TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE catalog (destination TEXT PRIMARY KEY, snapshot TEXT NOT NULL) STRICT;

  CREATE TABLE refusal (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
    source TEXT NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL, verified INTEGER NOT NULL,
    bytes INTEGER NOT NULL, accepted_as TEXT, headers TEXT NOT NULL, query TEXT NOT NULL, reading TEXT,
    body BLOB, address TEXT, why TEXT
  ) STRICT;
  CREATE INDEX refusal_verified ON refusal (verified, number);

  CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, who TEXT NOT NULL,
    what TEXT NOT NULL, event_id TEXT, about TEXT, detail TEXT, why TEXT, address TEXT
  ) STRICT;
  CREATE INDEX audit_event ON audit (event_id, number) WHERE event_id IS NOT NULL;

  CREATE TABLE tally (
    destination TEXT NOT NULL, mapping TEXT NOT NULL, status TEXT NOT NULL, calls INTEGER NOT NULL,
    PRIMARY KEY (destination, mapping, status)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE dedupe (
    number INTEGER PRIMARY KEY, source TEXT NOT NULL, key TEXT NOT NULL, variant INTEGER NOT NULL,
    hash TEXT NOT NULL, event_id TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (source, key, variant)
  ) STRICT;
  CREATE INDEX dedupe_variant ON dedupe (source, key) WHERE variant > 0;

  CREATE TABLE crash_count (sequence INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;

  CREATE TABLE outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT, receiver TEXT NOT NULL, subject TEXT NOT NULL,
    event INTEGER, id TEXT NOT NULL, created_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER, error TEXT, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_due ON outbox (receiver, next_at, number);
  CREATE INDEX outbox_subject ON outbox (receiver, subject, number);
  CREATE INDEX outbox_event ON outbox (event) WHERE event IS NOT NULL;

  CREATE TABLE alert (
    code TEXT NOT NULL, subject TEXT NOT NULL, since INTEGER NOT NULL, cleared_at INTEGER,
    times INTEGER NOT NULL, PRIMARY KEY (code, subject)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE session (
    hash TEXT PRIMARY KEY, role TEXT NOT NULL, ends_at INTEGER NOT NULL, idle_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE activity (
    at INTEGER PRIMARY KEY, accepted INTEGER NOT NULL, delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL, oldest_ms INTEGER
  ) STRICT;

  CREATE TABLE event_words (sequence INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;

  CREATE VIRTUAL TABLE word_index USING fts5 (
    words, content = 'event_words', content_rowid = 'sequence', columnsize = 0, detail = none,
    tokenize = 'trigram case_sensitive 1'
  );
  INSERT INTO word_index (word_index, rank) VALUES ('secure-delete', 1);

  CREATE TABLE words_wanted (sequence INTEGER PRIMARY KEY, is_large INTEGER NOT NULL DEFAULT 0) STRICT;

  CREATE TABLE words_progress (indexed_to INTEGER NOT NULL) STRICT;
  INSERT INTO words_progress VALUES (0);

  CREATE TABLE amendment (
    number INTEGER PRIMARY KEY AUTOINCREMENT, event INTEGER NOT NULL, at INTEGER NOT NULL,
    who TEXT NOT NULL, why TEXT, patch TEXT NOT NULL
  ) STRICT;
  CREATE INDEX amendment_event ON amendment (event, number);

  CREATE TABLE import (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, source TEXT NOT NULL,
    digest TEXT NOT NULL, file TEXT NOT NULL, row_count INTEGER NOT NULL, at INTEGER NOT NULL,
    UNIQUE (source, digest)
  ) STRICT;

  CREATE TRIGGER event_deleted AFTER DELETE ON event WHEN old.tallied BEGIN
    UPDATE tally SET calls = calls - 1 WHERE destination = '' AND mapping = '' AND status = old.status;
  END;
  CREATE TRIGGER event_changed AFTER UPDATE OF status, calls, planning ON event
  WHEN old.tallied <> new.tallied OR (new.tallied AND old.status <> new.status) BEGIN
    UPDATE tally SET calls = calls - old.tallied WHERE destination = '' AND mapping = '' AND status = old.status;
    INSERT INTO tally SELECT '', '', new.status, 1 WHERE new.tallied
      ON CONFLICT DO UPDATE SET calls = calls + 1;
  END;
  CREATE TRIGGER event_words_changed AFTER UPDATE OF status, planning ON event
  WHEN new.sequence <= (SELECT indexed_to FROM words_progress) BEGIN
    INSERT OR IGNORE INTO words_wanted (sequence) VALUES (new.sequence);
  END;
  CREATE TRIGGER call_deleted AFTER DELETE ON call BEGIN
    UPDATE tally SET calls = calls - 1
      WHERE destination = old.destination AND mapping = old.mapping AND status = old.status;
  END;
  CREATE TRIGGER call_changed AFTER UPDATE OF status, destination ON call
  WHEN old.status <> new.status OR old.destination <> new.destination BEGIN
    UPDATE tally SET calls = calls - 1
      WHERE destination = old.destination AND mapping = old.mapping AND status = old.status;
    INSERT INTO tally VALUES (new.destination, new.mapping, new.status, 1)
      ON CONFLICT DO UPDATE SET calls = calls + 1;
  END;
`;
