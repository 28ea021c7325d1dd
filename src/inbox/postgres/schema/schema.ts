/**
 * The schema, as a list of forward migrations; `meta` has the number of those that a database has had. A released
 * migration is never changed. They are one list in one file, although it is long: the number of a migration is its
 * position, and only all of them, read from top to bottom, show the current tables.
 *
 * Times are epoch milliseconds. Small mutable data (event, call, lane) are separate from immutable data that may be
 * large (request, payload), so that a change of status never rewrites a body. Few columns are only in SQLite or only
 * here; a column means the same in both. Texts are compared by their bytes, as in SQLite.
 */
export const migrations: readonly string[] = [
  `
  -- A verified webhook, as received. shared: the pieces of JSON that its items share, a list of texts.
  CREATE TABLE request (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    headers text NOT NULL,
    query text NOT NULL,
    reading text NOT NULL,
    body bytea NOT NULL,
    shared text
  );

  -- planning: 0 none, 1 first, 2 again, 3 replay, 4 forced replay.
  -- own_*: the outcome of the event itself, apart from its calls. noticed: the diagnostics of its intake.
  -- origin: the event from which this one was split later; it has the same position in the order of acceptance.
  -- waits_at: for a queued, planned event, the destinations of its queued calls, as a sorted JSON list. Events that
  -- wait at a held or paused one are listed as held. This column finds them, because their status does not change.
  -- codes: the codes of the diagnostics of an event and its calls, as a sorted JSON list; NULL for none.
  -- trace: the span of its webhook, if it is recorded.
  CREATE TABLE event (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    request bigint NOT NULL,
    siblings boolean NOT NULL,
    source text COLLATE "C" NOT NULL,
    sender_event_id text COLLATE "C",
    type text COLLATE "C",
    received_at bigint NOT NULL,
    occurred_at bigint,
    duplicate_of text COLLATE "C",
    status text COLLATE "C" NOT NULL,
    planning smallint NOT NULL,
    calls integer NOT NULL DEFAULT 0,
    own_status text COLLATE "C",
    own_reason text,
    own_diagnostics text,
    own_held_since bigint,
    noticed text,
    settled_at bigint,
    origin bigint,
    waits_at text COLLATE "C",
    codes text COLLATE "C",
    trace text
  ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
  CREATE INDEX event_planning ON event (sequence) INCLUDE (planning) WHERE planning > 0;
  CREATE INDEX event_settled ON event (status, settled_at) WHERE settled_at IS NOT NULL;
  CREATE INDEX event_request ON event (request) WHERE siblings;
  CREATE INDEX event_own_held ON event (sequence) WHERE own_status = 'held';
  CREATE INDEX event_unclaimed ON event (received_at) WHERE own_status = 'held';
  CREATE INDEX event_listing ON event (status, (coalesce(waits_at, '')), source, sequence) WHERE planning <> 1;
  CREATE INDEX event_source ON event (source, sequence);
  CREATE INDEX event_codes ON event (codes, sequence) WHERE codes IS NOT NULL;
  CREATE INDEX event_received ON event (received_at, sequence);

  -- The JSON text of one item of a split webhook. shared: the places of shared pieces in it, in order: a list of
  -- [characters before it, its index in the list of the request].
  CREATE TABLE payload (sequence bigint PRIMARY KEY, json text NOT NULL, shared text);

  -- The known event ids of senders, oldest first. variant: 0; if one webhook contains an id several times with
  -- different contents, they are numbered from 0.
  CREATE TABLE dedupe (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    variant integer NOT NULL,
    hash text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    UNIQUE (source, key, variant)
  );

  -- The contents of recent items without an id.
  CREATE TABLE recent (
    source text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (source, hash)
  );

  -- due_at: the due time of the first queued call; NULL if no call is queued.
  CREATE TABLE lane (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    destination text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    due_at bigint,
    UNIQUE (destination, key)
  ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
  CREATE INDEX lane_due ON lane (destination, due_at, id) WHERE due_at IS NOT NULL;

  -- lane: set for queued and delivered calls; a queued call without a lane waits for its link.
  -- request: the call itself. deadline: when it is too old, by the clock of its destination (which stops while the
  -- destination is held); remaining: the time that is left, while the mapping holds the call.
  -- occurred_at: for a delivered call, the time when its event happened.
  -- life_from: the time from which its age counts. expires_at: when it is too old even if it was held all the time.
  CREATE TABLE call (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event bigint NOT NULL,
    position integer NOT NULL,
    mapping text COLLATE "C" NOT NULL,
    mapping_version text NOT NULL,
    destination text COLLATE "C" NOT NULL,
    operation text NOT NULL,
    lane bigint,
    status text COLLATE "C" NOT NULL,
    reason text,
    due_at bigint,
    attempt integer NOT NULL DEFAULT 0,
    tries integer NOT NULL DEFAULT 0,
    last_row text,
    row_times integer NOT NULL DEFAULT 0,
    rejoined boolean NOT NULL,
    force boolean NOT NULL,
    life_from bigint NOT NULL,
    deadline bigint,
    remaining bigint,
    expires_at bigint NOT NULL,
    link_people text COLLATE "C",
    link_id text COLLATE "C",
    customer_id text COLLATE "C",
    policy text NOT NULL,
    request text,
    completion text,
    occurred_at bigint,
    diagnostics text,
    UNIQUE (event, position)
  ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
  CREATE INDEX call_lane ON call (lane, event, position) WHERE status = 'queued' AND lane IS NOT NULL;
  CREATE INDEX call_delivered ON call (lane, event) WHERE status = 'delivered' AND lane IS NOT NULL;
  CREATE INDEX call_applied ON call (lane, mapping, occurred_at)
    WHERE status = 'delivered' AND occurred_at IS NOT NULL;
  CREATE INDEX call_waiting ON call (link_people, link_id, destination) WHERE status = 'queued' AND lane IS NULL;
  CREATE INDEX call_deadline ON call (destination, deadline) WHERE status = 'queued';
  CREATE INDEX call_expiry ON call (expires_at) WHERE status IN ('queued', 'held');
  CREATE INDEX call_mapping ON call (mapping, id) WHERE status IN ('queued', 'held');
  CREATE INDEX call_uncertain ON call (destination) WHERE status = 'uncertain';
  CREATE INDEX call_listing ON call (mapping, destination, event);
  CREATE INDEX call_customer ON call (customer_id, event) WHERE customer_id IS NOT NULL;
  CREATE INDEX call_link ON call (link_id, event) WHERE link_id IS NOT NULL;

  -- Claimed calls, and the owner of their destination that claimed them. Before 'until' another owner does not claim
  -- from their lanes, because the calls may be in flight. The number of rows is the number of calls in flight. A result
  -- counts only while the row of its owner exists. call_ms: the maximum duration of a call. lane: set if its call has
  -- left its lane, which still waits for the result.
  CREATE TABLE begun (
    call bigint PRIMARY KEY,
    destination text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL,
    until bigint NOT NULL,
    call_ms bigint NOT NULL,
    lane bigint
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_cost_delay = 0);
  CREATE INDEX begun_owner ON begun (destination, owner, until);
  CREATE INDEX begun_moved ON begun (destination) WHERE lane IS NOT NULL;

  CREATE TABLE attempt (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    call bigint NOT NULL,
    number integer NOT NULL,
    at bigint NOT NULL,
    ms bigint NOT NULL,
    outcome text NOT NULL,
    status integer,
    body text
  );
  CREATE INDEX attempt_call ON attempt (call, number);

  CREATE TABLE link (
    people text COLLATE "C" NOT NULL,
    link_id text COLLATE "C" NOT NULL,
    destination text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C" NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (people, link_id, destination)
  );

  -- Bookings that were sent. key: keyed hash of destination, appointment and participant.
  -- state: intent (being sent), uncertain, completed, free (proved not made, or a person said so).
  -- unclear: a response to it was lost before, so a later refusal may be the consequence of a success.
  CREATE TABLE ledger (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key bytea NOT NULL UNIQUE,
    call bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    attempt integer NOT NULL,
    state text COLLATE "C" NOT NULL,
    unclear boolean NOT NULL DEFAULT false,
    completion text,
    at bigint NOT NULL
  );
  CREATE INDEX ledger_call ON ledger (call);
  CREATE INDEX ledger_intent ON ledger (call) WHERE state = 'intent';

  -- stopped_since, stopped_ms: the time since which it is held or paused, and the total time before that.
  -- opened_at: the time when the last hold ended automatically: calls start slowly then, also in the next process.
  CREATE TABLE destination (
    name text COLLATE "C" PRIMARY KEY,
    paused boolean NOT NULL,
    held_since bigint,
    reason text,
    not_before bigint,
    stopped_since bigint,
    stopped_ms bigint NOT NULL,
    opened_at bigint
  );

  CREATE TABLE mapping_hold (
    mapping text COLLATE "C" PRIMARY KEY,
    mapping_version text NOT NULL,
    destination text COLLATE "C" NOT NULL,
    catalog_version text NOT NULL,
    since bigint NOT NULL,
    reason text NOT NULL,
    diagnostics text NOT NULL
  );

  CREATE TABLE catalog (destination text COLLATE "C" PRIMARY KEY, snapshot text NOT NULL);

  -- address: the IP address of the sender.
  CREATE TABLE refusal (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    at bigint NOT NULL,
    source text COLLATE "C" NOT NULL,
    status integer NOT NULL,
    reason text NOT NULL,
    verified boolean NOT NULL,
    bytes bigint NOT NULL,
    accepted_as text,
    headers text NOT NULL,
    query text NOT NULL,
    reading text,
    body bytea,
    address text
  );
  CREATE INDEX refusal_verified ON refusal (verified, number);

  -- The audit log of manual actions: when, who, what, to what, why, and the IP address of the request.
  CREATE TABLE audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    who text NOT NULL,
    what text NOT NULL,
    event_id text COLLATE "C",
    about text,
    detail text,
    why text,
    address text
  );
  CREATE INDEX audit_event ON audit (event_id, number) WHERE event_id IS NOT NULL;

  -- The table is empty after a crash of PostgreSQL. The same value as before proves that nothing was lost in between.
  CREATE UNLOGGED TABLE unbroken (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), value text NOT NULL);

  -- The events that an owner of the planning is planning; alone: the one that it is planning right now. A batch is
  -- marked as a whole, so if the process ends, any of its events may be the cause, and each is marked alone from then
  -- on. ended: those events, and how often a process ended while it planned one of them alone. Unlogged tables survive
  -- a process, and need no wait for the disk.
  CREATE UNLOGGED TABLE planning_mark (
    owner text COLLATE "C" NOT NULL,
    sequence bigint NOT NULL,
    alone boolean NOT NULL,
    PRIMARY KEY (owner, sequence)
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_cost_delay = 0);
  CREATE TABLE ended (sequence bigint PRIMARY KEY, times integer NOT NULL);

  -- The messages that the program sends. event: the sequence of the event whose outcome is reported.
  -- next_at: NULL while the message waits for a person's decision, because the store is a copy.
  CREATE TABLE outbox (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    receiver text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    event bigint,
    id text NOT NULL,
    created_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_at bigint,
    error text,
    body text NOT NULL
  );
  CREATE INDEX outbox_due ON outbox (receiver, next_at, number);
  CREATE INDEX outbox_subject ON outbox (receiver, subject, number);
  CREATE INDEX outbox_event ON outbox (event) WHERE event IS NOT NULL;

  -- Raised alerts. cleared_at: when the end of one was reported; times: how often it ended recently.
  CREATE TABLE alert (
    code text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    since bigint NOT NULL,
    cleared_at bigint,
    times integer NOT NULL,
    PRIMARY KEY (code, subject)
  );

  -- Work that one process does at a time: 'planning', 'upkeep', and 'destination ' with a name. Each change of owner
  -- raises the epoch. A transaction that changes calls of a destination locks its row, whatever the owner. until: by
  -- the clock of this database.
  CREATE TABLE work (
    name text COLLATE "C" PRIMARY KEY,
    owner text,
    epoch bigint NOT NULL DEFAULT 0,
    until timestamptz
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_cost_delay = 0);

  -- The processes that share this store. seen: by the clock of this database. version, mappings, config: the version of
  -- the program, and the hashes of its mapping files and of its config. destinations: their names, a JSON list.
  CREATE TABLE process (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    started_at bigint NOT NULL,
    seen timestamptz NOT NULL,
    version text NOT NULL,
    mappings text NOT NULL,
    config text NOT NULL,
    destinations text NOT NULL
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_cost_delay = 0);

  -- Commands of people for a destination, given to a process that does not own it. The owner executes and deletes them.
  CREATE TABLE asked (
    destination text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    what text NOT NULL
  );

  -- Counts, to be summed up. Each change adds rows, so that transactions do not wait for each other. Rows are folded
  -- sometimes. kind 0: calls, by destination, mapping and status. 1: events without calls that do not wait for their
  -- first planning, by status. 2: events that wait to be planned. 3: those of them that wait for the first time.
  CREATE TABLE tally (
    kind smallint NOT NULL,
    destination text COLLATE "C" NOT NULL DEFAULT '',
    mapping text COLLATE "C" NOT NULL DEFAULT '',
    status text COLLATE "C" NOT NULL DEFAULT '',
    number bigint NOT NULL
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

  CREATE FUNCTION count_calls_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tally SELECT 0, destination, mapping, status, count(*) FROM added GROUP BY destination, mapping, status;
    RETURN NULL;
  END $$;
  CREATE FUNCTION count_calls_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tally SELECT 0, destination, mapping, status, sum(number) FROM (
        SELECT destination, mapping, status, -1 AS number FROM removed
        UNION ALL SELECT destination, mapping, status, 1 FROM added) changed
      GROUP BY destination, mapping, status HAVING sum(number) <> 0;
    RETURN NULL;
  END $$;
  CREATE FUNCTION count_calls_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tally SELECT 0, destination, mapping, status, -count(*) FROM removed
      GROUP BY destination, mapping, status;
    RETURN NULL;
  END $$;
  CREATE TRIGGER call_added AFTER INSERT ON call
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_calls_added();
  CREATE TRIGGER call_changed AFTER UPDATE ON call
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_calls_changed();
  CREATE TRIGGER call_removed AFTER DELETE ON call
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_calls_removed();

  CREATE FUNCTION count_events_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tally (kind, status, number)
      SELECT kind, kinds.status, count(*) FROM added, LATERAL (VALUES
          (CASE WHEN calls = 0 AND planning <> 1 THEN 1 END, added.status),
          (CASE WHEN planning > 0 THEN 2 END, ''), (CASE WHEN planning = 1 THEN 3 END, '')) kinds (kind, status)
        WHERE kind IS NOT NULL GROUP BY kind, kinds.status;
    RETURN NULL;
  END $$;
  CREATE FUNCTION count_events_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tally (kind, status, number)
      SELECT kind, kinds.status, sum(sign) FROM (
          SELECT calls, planning, status, -1 AS sign FROM removed
          UNION ALL SELECT calls, planning, status, 1 FROM added) changed, LATERAL (VALUES
          (CASE WHEN calls = 0 AND planning <> 1 THEN 1 END, changed.status),
          (CASE WHEN planning > 0 THEN 2 END, ''), (CASE WHEN planning = 1 THEN 3 END, '')) kinds (kind, status)
        WHERE kind IS NOT NULL GROUP BY kind, kinds.status HAVING sum(sign) <> 0;
    RETURN NULL;
  END $$;
  CREATE FUNCTION count_events_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO tally (kind, status, number)
      SELECT kind, kinds.status, -count(*) FROM removed, LATERAL (VALUES
          (CASE WHEN calls = 0 AND planning <> 1 THEN 1 END, removed.status),
          (CASE WHEN planning > 0 THEN 2 END, ''), (CASE WHEN planning = 1 THEN 3 END, '')) kinds (kind, status)
        WHERE kind IS NOT NULL GROUP BY kind, kinds.status;
    RETURN NULL;
  END $$;
  CREATE TRIGGER event_added AFTER INSERT ON event
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_events_added();
  CREATE TRIGGER event_changed AFTER UPDATE ON event
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_events_changed();
  CREATE TRIGGER event_removed AFTER DELETE ON event
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_events_removed();
  `,
  `
  -- appointment: keyed hash of destination and appointment; NULL in a row of an older version whose call is deleted.
  -- names: for a booking without a participant whose response named one, the keys of the bookings that include it.
  ALTER TABLE ledger ADD COLUMN appointment bytea, ADD COLUMN names bytea;
  CREATE INDEX ledger_appointment ON ledger (appointment);
  `,
  `
  -- The held calls of a mapping, whatever the number of queued ones.
  CREATE INDEX call_held ON call (mapping, id) WHERE status = 'held';
  `,
  `
  -- Sessions of the console, by the SHA-256 of the browser's secret. role: admin, reader, or link, which signs in once.
  CREATE TABLE session (
    hash text PRIMARY KEY,
    role text NOT NULL,
    ends_at bigint NOT NULL,
    idle_at bigint NOT NULL
  );
  `,
  `
  -- The accepted, delivered and failed events of all processes in a minute, and the age of the oldest waiting one.
  CREATE TABLE activity (
    at bigint PRIMARY KEY,
    accepted bigint NOT NULL,
    delivered bigint NOT NULL,
    failed bigint NOT NULL,
    oldest_ms bigint
  );
  `,
  `
  -- The steps that customers must still take after a call was delivered. A cast to json would fail on unreadable text.
  CREATE FUNCTION action_of(completion text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN substring(completion from '"action":"([^"\\\\]{1,100})"') COLLATE "C";
  CREATE INDEX call_action ON call (action_of(completion), event) WHERE action_of(completion) IS NOT NULL;
  `,
  `
  -- The words of events, for an index by pg_trgm if it can be made. They are filled in after delivery, in order: up to
  -- indexed_to all events are in the table, except those in words_wanted, which changed since or are too large.
  CREATE TABLE event_words (sequence bigint PRIMARY KEY, words text NOT NULL);
  CREATE TABLE words_wanted (sequence bigint PRIMARY KEY, is_large boolean NOT NULL DEFAULT false);
  CREATE TABLE words_progress (indexed_to bigint NOT NULL);
  INSERT INTO words_progress VALUES (0);
  CREATE FUNCTION want_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO words_wanted (sequence) SELECT sequence FROM added
      WHERE sequence <= (SELECT indexed_to FROM words_progress) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER event_words_changed AFTER UPDATE ON event
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION want_words();
  `,
  `
  -- Corrections of payloads. event: its sequence; patch: a JSON Merge Patch, applied in the order of the numbers.
  CREATE TABLE amendment (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    event bigint NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    why text,
    patch text NOT NULL
  );
  CREATE INDEX amendment_event ON amendment (event, number);
  `,
  `
  -- Imported lists. digest: the digest of the whole file; the same file again is the same import.
  CREATE TABLE import (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    source text NOT NULL,
    digest text NOT NULL,
    file text NOT NULL,
    row_count bigint NOT NULL,
    at bigint NOT NULL,
    UNIQUE (source, digest)
  );
  -- For an event from a row of a list: the number of the import, and of the row in its file. Other events are live.
  ALTER TABLE event ADD COLUMN import bigint;
  ALTER TABLE event ADD COLUMN import_row bigint;
  CREATE INDEX event_import ON event (import, status, import_row) WHERE import IS NOT NULL;
  CREATE INDEX event_live ON event (sequence) WHERE planning > 0 AND import IS NULL;
  CREATE INDEX event_list ON event (sequence) WHERE planning > 0 AND import IS NOT NULL;
  -- imported: true if no call of a live event is known to wait in it; such lanes come after the others.
  -- live_until: the newest live event with a call that waited in it. Rows of lists before that event are as urgent.
  ALTER TABLE lane ADD COLUMN imported boolean NOT NULL DEFAULT false;
  ALTER TABLE lane ADD COLUMN live_until bigint;
  CREATE INDEX lane_first ON lane (destination, imported, due_at, id) WHERE due_at IS NOT NULL;
  `,
  `
  -- Tables are named by their rows. attempt_in_flight: a call that an owner of its destination has claimed. lease: work
  -- that one process does at a time. command: an action that the owner of a destination must take. crash_count: how
  -- often a process ended while it planned an event. crash_marker: empty after a crash of PostgreSQL.
  ALTER TABLE begun RENAME TO attempt_in_flight;
  ALTER INDEX begun_pkey RENAME TO attempt_in_flight_pkey;
  ALTER INDEX begun_owner RENAME TO attempt_in_flight_owner;
  ALTER INDEX begun_moved RENAME TO attempt_in_flight_moved;
  ALTER TABLE work RENAME TO lease;
  ALTER INDEX work_pkey RENAME TO lease_pkey;
  ALTER TABLE asked RENAME TO command;
  ALTER INDEX asked_pkey RENAME TO command_pkey;
  ALTER TABLE ended RENAME TO crash_count;
  ALTER INDEX ended_pkey RENAME TO crash_count_pkey;
  ALTER TABLE unbroken RENAME TO crash_marker;
  ALTER INDEX unbroken_pkey RENAME TO crash_marker_pkey;
  -- out_of_order: a newer call of the same person may be delivered already.
  ALTER TABLE call RENAME COLUMN rejoined TO out_of_order;
  `,
  `
  -- lane of a call: also kept if the call was delivered, sent again and discarded since: its values are still set.
  CREATE INDEX call_left ON call (lane, event) WHERE status NOT IN ('queued', 'delivered') AND lane IS NOT NULL;
  `,
  `
  -- The step that ends the state of a destination, and the code of its reason; NULL for a reason without them.
  ALTER TABLE destination ADD COLUMN next text;
  ALTER TABLE destination ADD COLUMN code text;
  `,
  `
  -- The reason of a refusal, as a code and its parts in JSON; NULL if an older version refused it.
  ALTER TABLE refusal ADD COLUMN why text;
  `,
  `
  -- The id of an event that was delivered for another customer of a link that several people may share. Such a link
  -- stands for nobody.
  ALTER TABLE link ADD COLUMN shared_since text;
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
