/** "FBST" in ASCII, which marks the file as a store of this program (PRAGMA application_id). */
export const applicationId = 0x46425354;

/**
 * The schema, as a list of forward migrations; `user_version` is the number of those that a file has had. A released
 * migration is never changed. They are one list in one file, although it is long: the number of a migration is its
 * position. `newestSchema` is their result, for new stores.
 *
 * Times are epoch milliseconds. Small mutable data (event, call, lane) are separate from immutable data that may be
 * large (request, payload), so that a change of status never rewrites a body.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;

  -- A verified webhook, as received.
  CREATE TABLE request (
    id INTEGER PRIMARY KEY,
    headers TEXT NOT NULL,
    query TEXT NOT NULL,
    reading TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;

  -- planning: 0 none, 1 first, 2 again, 3 replay, 4 forced replay.
  -- own_*: the outcome of the event itself, apart from its calls. noticed: the diagnostics of its intake.
  -- tallied: whether the tally counts it: it has no calls, and does not wait for its first planning.
  CREATE TABLE event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    request INTEGER NOT NULL,
    siblings INTEGER NOT NULL,
    source TEXT NOT NULL,
    sender_event_id TEXT,
    type TEXT,
    received_at INTEGER NOT NULL,
    occurred_at INTEGER,
    duplicate_of TEXT,
    status TEXT NOT NULL,
    planning INTEGER NOT NULL,
    calls INTEGER NOT NULL DEFAULT 0,
    own_status TEXT,
    own_reason TEXT,
    own_diagnostics TEXT,
    own_held_since INTEGER,
    noticed TEXT,
    settled_at INTEGER,
    tallied INTEGER AS (calls = 0 AND planning <> 1) VIRTUAL
  ) STRICT;
  CREATE INDEX event_status ON event (status, sequence);
  CREATE INDEX event_planning ON event (sequence, planning) WHERE planning > 0;
  CREATE INDEX event_settled ON event (status, settled_at) WHERE settled_at IS NOT NULL;
  CREATE INDEX event_siblings ON event (request) WHERE siblings = 1;
  CREATE INDEX event_own_held ON event (sequence) WHERE own_status = 'held';
  CREATE INDEX event_unclaimed ON event (received_at) WHERE own_status = 'held';

  -- The JSON text of one item of a split webhook.
  CREATE TABLE payload (sequence INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;

  -- The known event ids of senders, oldest first.
  CREATE TABLE dedupe (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    hash TEXT NOT NULL,
    event_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (source, key, hash)
  ) STRICT;

  -- The contents of recent items without an id.
  CREATE TABLE recent (
    source TEXT NOT NULL,
    hash TEXT NOT NULL,
    event_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (source, hash)
  ) STRICT, WITHOUT ROWID;

  -- due_at: the due time of the first queued call; NULL if no call is queued.
  CREATE TABLE lane (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    destination TEXT NOT NULL,
    key TEXT NOT NULL,
    due_at INTEGER,
    UNIQUE (destination, key)
  ) STRICT;
  CREATE INDEX lane_due ON lane (destination, due_at) WHERE due_at IS NOT NULL;

  -- lane: set for queued and delivered calls; a queued call without a lane waits for its link.
  -- request: the call itself. deadline: when it is too old, by the clock of its destination (which stops while the
  -- destination is held); remaining: the time that is left, while the mapping holds the call.
  -- occurred_at: for a delivered call, the time when its event happened.
  -- life_from: the time from which its age counts. expires_at: when it is too old even if it was held all the time.
  CREATE TABLE call (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event INTEGER NOT NULL REFERENCES event (sequence),
    position INTEGER NOT NULL,
    mapping TEXT NOT NULL,
    mapping_version TEXT NOT NULL,
    destination TEXT NOT NULL,
    operation TEXT NOT NULL,
    lane INTEGER REFERENCES lane (id),
    status TEXT NOT NULL,
    reason TEXT,
    due_at INTEGER,
    attempt INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    last_row TEXT,
    row_times INTEGER NOT NULL DEFAULT 0,
    rejoined INTEGER NOT NULL,
    force INTEGER NOT NULL,
    life_from INTEGER NOT NULL,
    deadline INTEGER,
    remaining INTEGER,
    expires_at INTEGER NOT NULL,
    link_people TEXT,
    link_id TEXT,
    customer_id TEXT,
    policy TEXT NOT NULL,
    request TEXT,
    completion TEXT,
    occurred_at INTEGER,
    diagnostics TEXT
  ) STRICT;
  CREATE UNIQUE INDEX call_event ON call (event, position);
  CREATE INDEX call_lane ON call (lane, status, event, position) WHERE lane IS NOT NULL;
  CREATE INDEX call_applied ON call (lane, mapping, occurred_at)
    WHERE status = 'delivered' AND occurred_at IS NOT NULL;
  CREATE INDEX call_waiting ON call (link_people, link_id, destination) WHERE status = 'queued' AND lane IS NULL;
  CREATE INDEX call_deadline ON call (destination, deadline) WHERE status = 'queued';
  CREATE INDEX call_expiry ON call (expires_at) WHERE status IN ('queued', 'held');
  CREATE INDEX call_mapping ON call (mapping, id) WHERE status IN ('queued', 'held');

  CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    call INTEGER NOT NULL REFERENCES call (id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER,
    body TEXT
  ) STRICT;
  CREATE INDEX attempt_call ON attempt (call, number);

  CREATE TABLE link (
    people TEXT NOT NULL,
    link_id TEXT NOT NULL,
    destination TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (people, link_id, destination)
  ) STRICT, WITHOUT ROWID;

  -- Bookings that were sent. key: keyed hash of destination, appointment and participant.
  -- state: intent (being sent), uncertain, completed, free (proved not made, or a person said so).
  -- unclear: a response to it was lost before, so a later refusal may be the consequence of a success.
  CREATE TABLE ledger (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL UNIQUE,
    call INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    state TEXT NOT NULL,
    unclear INTEGER NOT NULL DEFAULT 0,
    completion TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ledger_call ON ledger (call);
  CREATE INDEX ledger_intent ON ledger (call) WHERE state = 'intent';

  -- stopped_since, stopped_ms: the time since which it is held or paused, and the total time before that.
  CREATE TABLE destination (
    name TEXT PRIMARY KEY,
    paused INTEGER NOT NULL,
    held_since INTEGER,
    reason TEXT,
    not_before INTEGER,
    stopped_since INTEGER,
    stopped_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE mapping_hold (
    mapping TEXT PRIMARY KEY,
    mapping_version TEXT NOT NULL,
    destination TEXT NOT NULL,
    catalog_version TEXT NOT NULL,
    since INTEGER NOT NULL,
    reason TEXT NOT NULL,
    diagnostics TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE catalog (destination TEXT PRIMARY KEY, snapshot TEXT NOT NULL) STRICT;

  CREATE TABLE refusal (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    status INTEGER NOT NULL,
    reason TEXT NOT NULL,
    verified INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    accepted_as TEXT,
    headers TEXT NOT NULL,
    query TEXT NOT NULL,
    reading TEXT,
    body BLOB
  ) STRICT;
  CREATE INDEX refusal_verified ON refusal (verified, number);

  -- The audit log of manual actions: when, who, what, to what, why.
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    event_id TEXT,
    about TEXT,
    detail TEXT,
    why TEXT
  ) STRICT;
  CREATE INDEX audit_event ON audit (event_id, number) WHERE event_id IS NOT NULL;

  -- The number of calls of each kind, and under two empty names the number of tallied events. Counting the rows would
  -- read the whole history at each request for metrics. Code that inserts a row counts it itself: with a trigger,
  -- SQLite would copy every page that the insert touches, in case it fails halfway.
  CREATE TABLE tally (
    destination TEXT NOT NULL,
    mapping TEXT NOT NULL,
    status TEXT NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (destination, mapping, status)
  ) STRICT, WITHOUT ROWID;

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
  CREATE TRIGGER event_deleted AFTER DELETE ON event WHEN old.tallied BEGIN
    UPDATE tally SET calls = calls - 1 WHERE destination = '' AND mapping = '' AND status = old.status;
  END;
  CREATE TRIGGER event_changed AFTER UPDATE OF status, calls, planning ON event
  WHEN old.tallied <> new.tallied OR (new.tallied AND old.status <> new.status) BEGIN
    UPDATE tally SET calls = calls - old.tallied WHERE destination = '' AND mapping = '' AND status = old.status;
    INSERT INTO tally SELECT '', '', new.status, 1 WHERE new.tallied
      ON CONFLICT DO UPDATE SET calls = calls + 1;
  END;
  `,
  `
  -- The event from which this one was split later; it has the same position in the order of acceptance.
  ALTER TABLE event ADD COLUMN origin INTEGER;
  `,
  `
  -- The time when the last hold ended automatically: calls start slowly then, also in the next process.
  ALTER TABLE destination ADD COLUMN opened_at INTEGER;
  `,
  `
  -- An attempt to insert a sender's id shows whether it is known. variant: 0; if one webhook contains an id several
  -- times with different contents, they are numbered from 0.
  CREATE TABLE known (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    variant INTEGER NOT NULL,
    hash TEXT NOT NULL,
    event_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (source, key, variant)
  ) STRICT;
  INSERT INTO known SELECT number, source, key,
    row_number() OVER (PARTITION BY source, key ORDER BY number) - 1, hash, event_id, at FROM dedupe;
  DROP TABLE dedupe;
  ALTER TABLE known RENAME TO dedupe;
  CREATE INDEX dedupe_variant ON dedupe (source, key) WHERE variant > 0;
  -- New events are found by event_planning.
  DROP INDEX event_status;
  CREATE INDEX event_status ON event (status, sequence) WHERE planning <> 1;
  `,
  `
  -- The pieces of JSON that several items of a split webhook share: a list of texts.
  ALTER TABLE request ADD COLUMN shared TEXT;
  -- The places of such pieces in the text of an item, in order: a list of [characters before it, its index].
  ALTER TABLE payload ADD COLUMN shared TEXT;
  `,
  `
  -- Events during whose planning the process ended, with the number of times.
  CREATE TABLE ended (sequence INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;
  `,
  `
  -- waits_at: for a queued, planned event, the destinations of its queued calls, as a sorted JSON list; NULL in a row
  -- of an older version, until it is filled in. Events that wait at a held or paused destination are listed as held.
  -- This column finds them, because their status does not change.
  ALTER TABLE event ADD COLUMN waits_at TEXT;
  DROP INDEX event_status;
  CREATE INDEX event_listing ON event (status, waits_at, source, sequence) WHERE planning <> 1;
  CREATE INDEX event_source ON event (source, sequence);
  `,
  `
  -- codes: the codes of the diagnostics of an event and its calls, as a sorted JSON list; NULL for none.
  ALTER TABLE event ADD COLUMN codes TEXT;
  UPDATE event SET codes = (SELECT json_group_array(code) FROM (
      SELECT each.value ->> 'code' AS code FROM json_each(event.own_diagnostics) each
      UNION SELECT each.value ->> 'code' FROM json_each(event.noticed) each
      UNION SELECT each.value ->> 'code' FROM call, json_each(call.diagnostics) each WHERE call.event = event.sequence
      ORDER BY code))
    WHERE own_diagnostics IS NOT NULL OR noticed IS NOT NULL
      OR EXISTS (SELECT 1 FROM call WHERE call.event = event.sequence AND call.diagnostics IS NOT NULL);
  -- Indexes for filters. A filter reads the events with one value in the order of their acceptance.
  CREATE INDEX event_codes ON event (codes, sequence) WHERE codes IS NOT NULL;
  CREATE INDEX event_received ON event (received_at);
  CREATE INDEX call_listing ON call (mapping, destination, event);
  CREATE INDEX call_customer ON call (customer_id, event) WHERE customer_id IS NOT NULL;
  CREATE INDEX call_link ON call (link_id, event) WHERE link_id IS NOT NULL;
  `,
  `
  -- The IP address of a refused webhook's sender, and of the request for a manual action.
  ALTER TABLE refusal ADD COLUMN address TEXT;
  ALTER TABLE audit ADD COLUMN address TEXT;
  `,
  `
  -- The span of its webhook, if it is recorded: the spans of the event's calls belong to the same trace.
  ALTER TABLE event ADD COLUMN trace TEXT;
  `,
  `
  -- The messages that the program sends. event: the sequence of the event whose outcome is reported.
  -- next_at: NULL while the message waits for a person's decision, because the store is a copy.
  CREATE TABLE outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    receiver TEXT NOT NULL,
    subject TEXT NOT NULL,
    event INTEGER,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER,
    error TEXT,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX outbox_due ON outbox (receiver, next_at, number);
  CREATE INDEX outbox_subject ON outbox (receiver, subject, number);
  CREATE INDEX outbox_event ON outbox (event) WHERE event IS NOT NULL;

  -- Raised alerts. cleared_at: when the end of one was reported; times: how often it ended recently.
  CREATE TABLE alert (
    code TEXT NOT NULL,
    subject TEXT NOT NULL,
    since INTEGER NOT NULL,
    cleared_at INTEGER,
    times INTEGER NOT NULL,
    PRIMARY KEY (code, subject)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- appointment: keyed hash of destination and appointment; NULL in a row of an older version whose call is deleted.
  -- names: for a booking without a participant whose response named one, the keys of the bookings that include it.
  ALTER TABLE ledger ADD COLUMN appointment BLOB;
  ALTER TABLE ledger ADD COLUMN names BLOB;
  CREATE INDEX ledger_appointment ON ledger (appointment);
  `,
  `
  -- The held calls of a mapping, whatever the number of queued ones.
  CREATE INDEX call_held ON call (mapping, id) WHERE status = 'held';
  `,
  `
  -- Sessions of the console, by the SHA-256 of the browser's secret. role: admin, reader, or link, which signs in once.
  CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    ends_at INTEGER NOT NULL,
    idle_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The accepted, delivered and failed events of all processes in a minute, and the age of the oldest waiting one.
  CREATE TABLE activity (
    at INTEGER PRIMARY KEY,
    accepted INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    oldest_ms INTEGER
  ) STRICT;
  `,
  `
  -- The steps that customers must still take after a call was delivered.
  CREATE INDEX call_action ON call (iif(json_valid(completion), completion ->> '$.action', NULL), event)
    WHERE iif(json_valid(completion), completion ->> '$.action', NULL) IS NOT NULL;
  `,
  `
  -- The words of events, and a trigram index of them. It is filled after delivery, in order: up to indexed_to all
  -- events are in it, except those in words_wanted, which changed since or are too large for it.
  CREATE TABLE event_words (sequence INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE word_index USING fts5 (
    words, content = 'event_words', content_rowid = 'sequence', columnsize = 0, detail = none,
    tokenize = 'trigram case_sensitive 1'
  );
  INSERT INTO word_index (word_index, rank) VALUES ('secure-delete', 1);
  CREATE TABLE words_wanted (sequence INTEGER PRIMARY KEY, is_large INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE words_progress (indexed_to INTEGER NOT NULL) STRICT;
  INSERT INTO words_progress VALUES (0);
  CREATE TRIGGER event_words_changed AFTER UPDATE OF status, planning ON event
  WHEN new.sequence <= (SELECT indexed_to FROM words_progress) BEGIN
    INSERT OR IGNORE INTO words_wanted (sequence) VALUES (new.sequence);
  END;
  `,
  `
  -- Corrections of payloads. event: its sequence; patch: a JSON Merge Patch, applied in the order of the numbers.
  CREATE TABLE amendment (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    event INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    why TEXT,
    patch TEXT NOT NULL
  ) STRICT;
  CREATE INDEX amendment_event ON amendment (event, number);
  `,
  `
  -- Imported lists. digest: the digest of the whole file; the same file again is the same import.
  CREATE TABLE import (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    digest TEXT NOT NULL,
    file TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (source, digest)
  ) STRICT;
  -- For an event from a row of a list: the number of the import, and of the row in its file. Other events are live.
  ALTER TABLE event ADD COLUMN import INTEGER;
  ALTER TABLE event ADD COLUMN import_row INTEGER;
  CREATE INDEX event_import ON event (import, status, import_row) WHERE import IS NOT NULL;
  CREATE INDEX event_live ON event (sequence) WHERE planning > 0 AND import IS NULL;
  CREATE INDEX event_list ON event (sequence) WHERE planning > 0 AND import IS NOT NULL;
  -- imported: true if no call of a live event is known to wait in it; such lanes come after the others.
  -- live_until: the newest live event with a call that waited in it. Rows of lists before that event are as urgent.
  ALTER TABLE lane ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE lane ADD COLUMN live_until INTEGER;
  DROP INDEX lane_due;
  CREATE INDEX lane_due ON lane (destination, imported, due_at) WHERE due_at IS NOT NULL;
  `,
  `
  -- The number of times that the process ended while it planned an event.
  ALTER TABLE ended RENAME TO crash_count;
  -- out_of_order: a newer call of the same person may be delivered already.
  ALTER TABLE call RENAME COLUMN rejoined TO out_of_order;
  `,
  `
  -- The step that ends the state of a destination, and the code of its reason; NULL for a reason without them.
  ALTER TABLE destination ADD COLUMN next TEXT;
  ALTER TABLE destination ADD COLUMN code TEXT;
  `,
  `
  -- The reason of a refusal, as a code and its parts in JSON; NULL if an older version refused it.
  ALTER TABLE refusal ADD COLUMN why TEXT;
  `,
  `
  -- The id of an event that was delivered for another customer of a link that several people may share. Such a link
  -- stands for nobody.
  ALTER TABLE link ADD COLUMN shared_since TEXT;
  `,
  `
  -- Finds an id in another spelling: in upper or lower case, with spaces, or with zeros before it.
  CREATE INDEX link_alike ON link (people, destination, ltrim(replace(lower(link_id), ' ', ''), '0'));
  `,
  `
  -- A call that waits for its link is in no lane. Earlier versions left one that was delivered before in the lane of the
  -- customer that it went to, where it delayed all others.
  UPDATE event SET planning = 2 WHERE planning = 0
    AND sequence IN (SELECT event FROM call WHERE status = 'queued' AND request IS NULL AND lane IS NOT NULL);
  UPDATE lane SET due_at = (SELECT due_at FROM call WHERE call.lane = lane.id AND status = 'queued' AND request IS NOT NULL
      ORDER BY event, position LIMIT 1)
    WHERE id IN (SELECT lane FROM call WHERE status = 'queued' AND request IS NULL AND lane IS NOT NULL);
  UPDATE call SET lane = NULL, due_at = NULL WHERE status = 'queued' AND request IS NULL AND lane IS NOT NULL;
  `,
];
