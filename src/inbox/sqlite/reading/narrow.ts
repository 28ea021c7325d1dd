import { personNumbers } from '../../decide/person-numbers.ts';
import type { EventFilter } from '../../event-filter.ts';
import { storedNames } from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';

/** Finds the newest event at or before a sequence that meets one condition; undefined if there is none. */
export type Seek = (atMost: number) => number | undefined;

/**
 * Finds the newest event at or before a sequence that meets all conditions; `looks`: the maximum number of look-ups.
 */
export function newestOfAll(
  seeks: readonly Seek[],
  atMost: number,
  looks: number,
): { readonly found: number | undefined; readonly looks: number; readonly at: number } {
  let at = atMost;
  let agreed = 0;
  let looked = 0;
  for (let index = 0; agreed < seeks.length; index = (index + 1) % seeks.length) {
    if (looked === looks) return { found: undefined, looks: looked, at };
    looked += 1;
    const next = seeks[index]?.(at);
    if (next === undefined) return { found: undefined, looks: looked, at: 0 };
    agreed = next === at ? agreed + 1 : 1;
    at = next;
  }
  return { found: at, looks: looked, at };
}

/** Returns the newest result of several searches. Each search is repeated only after its last result was passed. */
export function anyOf(seeks: readonly Seek[]): Seek {
  const heads = seeks.map((seek): { seek: Seek; at: number | undefined } => ({
    seek,
    at: Number.POSITIVE_INFINITY,
  }));
  return atMost => {
    let newest: number | undefined;
    for (const head of heads) {
      if (head.at !== undefined && head.at > atMost) head.at = head.seek(atMost);
      if (head.at !== undefined && head.at > (newest ?? 0)) newest = head.at;
    }
    return newest;
  };
}

/** Returns the index searches for a filter by anything except status, source and text; each has an index of its own. */
export function narrowingSeeks(connection: Connection, filter: EventFilter): readonly Seek[] {
  const { since, until, mapping, destination, code, person, action } = filter;
  return [
    ...(person === undefined ? [] : [about(connection, person)]),
    ...(action === undefined ? [] : [leaving(connection, action)]),
    ...(code === undefined ? [] : [withCode(connection, code)]),
    ...(mapping === undefined && destination === undefined
      ? []
      : [calling(connection, mapping, destination)]),
    ...(since === undefined && until === undefined
      ? []
      : [received(connection, since ?? 0, until ?? Number.MAX_SAFE_INTEGER)]),
  ];
}

/** The next event is the result if it was received in time; otherwise the search continues at the next possible one. */
function received(connection: Connection, since: number, until: number): Seek {
  return atMost => {
    const next = connection.get<{ sequence: number; received_at: number }>(
      'SELECT sequence, received_at FROM event WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1',
      atMost,
    );
    if (!next || (next.received_at >= since && next.received_at < until)) return next?.sequence;
    return found(
      connection,
      // Clocks jump, so the order of receipt times may differ from the order of sequences.
      `SELECT max(sequence) AS sequence FROM event INDEXED BY event_received
       WHERE received_at >= ? AND received_at < ? AND sequence <= ?`,
      since,
      until,
      next.sequence,
    );
  };
}

function calling(connection: Connection, mapping: string | undefined, destination: string | undefined): Seek {
  const mappings =
    mapping === undefined
      ? distinct(connection, 'SELECT mapping AS value FROM call WHERE mapping > ? ORDER BY mapping LIMIT 1')
      : [mapping];
  return anyOf(
    mappings.flatMap(name => {
      const places = destination === undefined ? destinationsOf(connection, name) : [destination];
      return places.map(
        place => (atMost: number) =>
          found(
            connection,
            `SELECT event AS sequence FROM call WHERE mapping = ? AND destination = ? AND event <= ?
           ORDER BY event DESC LIMIT 1`,
            name,
            place,
            atMost,
          ),
      );
    }),
  );
}

/** The empty name stands for a destination whose rule failed. */
function destinationsOf(connection: Connection, mapping: string): readonly string[] {
  const sql =
    'SELECT destination AS value FROM call WHERE mapping = ? AND destination > ? ORDER BY destination LIMIT 1';
  return ['', ...distinct(connection, sql, mapping)];
}

function withCode(connection: Connection, code: string): Seek {
  const sets = distinct(
    connection,
    'SELECT codes AS value FROM event WHERE codes > ? ORDER BY codes LIMIT 1',
  );
  const wanted = sets.filter(each => storedNames.read(each).includes(code));
  return anyOf(
    wanted.map(
      codes => (atMost: number) =>
        found(
          connection,
          'SELECT sequence FROM event WHERE codes = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1',
          codes,
          atMost,
        ),
    ),
  );
}

/** The step that a customer must still take, as in the index `call_action`. */
const actionOfCall = "iif(json_valid(completion), completion ->> '$.action', NULL)";

/** Searches by the step that the customer must still take. */
function leaving(connection: Connection, action: string): Seek {
  const any = `SELECT ${actionOfCall} AS value FROM call WHERE ${actionOfCall} IS NOT NULL AND ${actionOfCall} > ?
    ORDER BY ${actionOfCall} LIMIT 1`;
  const newest = `SELECT event AS sequence FROM call WHERE ${actionOfCall} IS NOT NULL AND ${actionOfCall} = ?
    AND event <= ? ORDER BY event DESC LIMIT 1`;
  const actions = action === 'any' ? distinct(connection, any) : [action];
  return anyOf(actions.map(each => (atMost: number) => found(connection, newest, each, atMost)));
}

/** Searches by the number or by the link. */
function about(connection: Connection, person: string): Seek {
  const by = (column: 'customer_id' | 'link_id', text: string) => (atMost: number) =>
    found(
      connection,
      `SELECT event AS sequence FROM call WHERE ${column} = ? AND event <= ? ORDER BY event DESC LIMIT 1`,
      text,
      atMost,
    );
  return anyOf([by('link_id', person), ...personNumbers(person).map(each => by('customer_id', each))]);
}

/** Each step looks up the next value in an index, so the cost depends on the number of values, not of rows. */
function distinct(connection: Connection, sql: string, ...before: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    after = connection.get<{ value: string }>(sql, ...before, after)?.value;
    if (after !== undefined) values.push(after);
  }
  return values;
}

function found(
  connection: Connection,
  sql: string,
  ...values: readonly (string | number)[]
): number | undefined {
  return connection.get<{ sequence: number | null }>(sql, ...values)?.sequence ?? undefined;
}
