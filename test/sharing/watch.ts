import pg from 'pg';

/** Observations of the database about the processes, independent of their own reports. */
export interface Seen {
  /** The owners of each lease in order, with the time from which they had it in epoch milliseconds; null: no owner. */
  readonly owners: readonly { readonly work: string; readonly owner: string | null; readonly at: number }[];
  /** Forbidden actions of processes. */
  readonly faults: readonly string[];
}

/**
 * Watches a schema by triggers. Each connection has the id of its process as its name. A row of `work` that has the
 * number of a transaction was locked or written by that transaction.
 */
const triggers = `
  CREATE TABLE seen_owner (number bigserial, work text, epoch bigint, owner text, at timestamptz);
  CREATE TABLE seen_fault (what text);
  CREATE TABLE seen_planned (event bigint, position integer, PRIMARY KEY (event, position));

  CREATE FUNCTION me() RETURNS text LANGUAGE sql STABLE AS $$ SELECT current_setting('application_name') $$;
  CREATE FUNCTION is_locked(work_name text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    SELECT EXISTS (SELECT 1 FROM lease WHERE name = work_name
      AND (xmax = pg_current_xact_id()::xid OR xmin = pg_current_xact_id()::xid)) $$;
  CREATE FUNCTION is_mine(work_name text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    SELECT EXISTS (SELECT 1 FROM lease WHERE name = work_name AND owner = me()) $$;
  CREATE FUNCTION note_fault(what text) RETURNS void LANGUAGE sql AS $$ INSERT INTO seen_fault VALUES (what) $$;

  CREATE FUNCTION see_work() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.owner IS DISTINCT FROM OLD.owner OR NEW.epoch <> OLD.epoch THEN
      INSERT INTO seen_owner (work, epoch, owner, at) VALUES (NEW.name, NEW.epoch, NEW.owner, clock_timestamp());
    END IF;
    IF NEW.owner IS NOT NULL AND NEW.owner <> me() THEN
      PERFORM note_fault(format('%s: given to another process', NEW.name));
    END IF;
    IF NEW.owner IS NOT NULL AND NEW.owner IS DISTINCT FROM OLD.owner AND NEW.epoch <= OLD.epoch THEN
      PERFORM note_fault(format('%s: a new owner in an old epoch', NEW.name));
    END IF;
    IF NEW.owner <> OLD.owner AND OLD.until > clock_timestamp() THEN
      PERFORM note_fault(format('%s: taken before the term of its owner was over', NEW.name));
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER seen AFTER UPDATE ON lease FOR EACH ROW EXECUTE FUNCTION see_work();

  CREATE FUNCTION see_locked() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE place text; BEGIN
    place := CASE WHEN TG_OP = 'DELETE' THEN OLD.destination ELSE NEW.destination END;
    IF NOT is_locked('destination ' || place) THEN
      PERFORM note_fault(format('%s of a %s without the lock of its destination', TG_OP, TG_TABLE_NAME));
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER seen_lock AFTER INSERT OR UPDATE OR DELETE ON call FOR EACH ROW EXECUTE FUNCTION see_locked();
  CREATE TRIGGER seen_lock AFTER INSERT OR UPDATE OR DELETE ON lane FOR EACH ROW EXECUTE FUNCTION see_locked();
  CREATE TRIGGER seen_lock AFTER INSERT OR UPDATE OR DELETE ON link FOR EACH ROW EXECUTE FUNCTION see_locked();
  CREATE TRIGGER seen_lock AFTER INSERT OR UPDATE ON attempt_in_flight FOR EACH ROW EXECUTE FUNCTION see_locked();

  CREATE FUNCTION see_begun() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.owner <> '' AND (NEW.owner <> me() OR NOT is_mine('destination ' || NEW.destination)) THEN
      PERFORM note_fault('a call was given out by a process that does not own its destination');
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER seen_owner AFTER INSERT OR UPDATE ON attempt_in_flight FOR EACH ROW EXECUTE FUNCTION see_begun();

  CREATE FUNCTION see_intent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.state = 'intent' AND NOT (SELECT is_locked(work) AND is_mine(work)
        FROM (SELECT 'destination ' || destination AS work FROM call WHERE id = NEW.call) each) THEN
      PERFORM note_fault('a booking was begun without a proof');
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER seen AFTER INSERT OR UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION see_intent();

  CREATE FUNCTION see_attempt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.outcome <> 'unknown T11' AND NOT (SELECT is_mine('destination ' || destination) FROM call WHERE id = NEW.call) THEN
      PERFORM note_fault('a result was written by a process that does not own its destination');
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER seen AFTER INSERT ON attempt FOR EACH ROW EXECUTE FUNCTION see_attempt();

  CREATE FUNCTION see_planned() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NOT (is_locked('planning') AND is_mine('planning')) THEN
      PERFORM note_fault('a call was planned by a process that does not own the planning');
    END IF;
    INSERT INTO seen_planned VALUES (NEW.event, NEW.position) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN PERFORM note_fault('an event was planned twice'); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER seen_planned AFTER INSERT ON call FOR EACH ROW EXECUTE FUNCTION see_planned();
`;

/** Starts watching an existing schema. */
export async function watchSchema(url: string, schema: string): Promise<void> {
  await queryRows(url, schema, triggers);
}

/** Returns the observations until now. */
export async function seenIn(url: string, schema: string): Promise<Seen> {
  const owners = await queryRows<Seen['owners'][number]>(
    url,
    schema,
    `SELECT work, owner, (extract(epoch FROM at) * 1000)::float8 AS at FROM seen_owner ORDER BY number`,
  );
  const faults = await queryRows<{ what: string }>(
    url,
    schema,
    'SELECT DISTINCT what FROM seen_fault ORDER BY what',
  );
  return { owners, faults: faults.map(({ what }) => what) };
}

/** The parts of a store that are not at rest. */
export interface Unrest {
  /** Descriptions of them; empty if everything is at rest. */
  readonly words: readonly string[];
  /** How many of them are events to plan or calls to send. */
  readonly calls: number;
}

/**
 * Finds the parts of a store that are not at rest. A finished attempt stays recorded as in flight until the next claim
 * at its destination.
 */
export async function unrest(url: string, schema: string): Promise<Unrest> {
  const rows = await queryRows<{ what: string; number: string }>(
    url,
    schema,
    `SELECT 'events to be planned' AS what, count(*) AS number FROM event WHERE planning > 0
     UNION ALL SELECT 'calls queued or held', count(*) FROM call WHERE status IN ('queued', 'held')
     UNION ALL SELECT 'calls given out', count(*) FROM attempt_in_flight WHERE until > extract(epoch FROM clock_timestamp()) * 1000
     UNION ALL SELECT 'bookings begun', count(*) FROM ledger WHERE state = 'intent'
     UNION ALL SELECT 'things asked', count(*) FROM command
     UNION ALL SELECT 'destinations held or paused', count(*) FROM destination WHERE paused OR held_since IS NOT NULL`,
  );
  const [events, calls] = rows.map(({ number }) => Number(number));
  return {
    words: rows.filter(({ number }) => number !== '0').map(({ what, number }) => `${number} ${what}`),
    calls: 2 * (events ?? 0) + (calls ?? 0),
  };
}

/** Sends a statement to the database over a connection of its own. */
export async function queryRows<Row>(url: string, schema: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SET search_path TO ${pg.escapeIdentifier(schema)}`);
    const answer = await client.query(sql);
    return answer.rows as Row[];
  } finally {
    await client.end();
  }
}
