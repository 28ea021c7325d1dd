import type { Status } from '../../event.ts';
import { storedNames } from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';

/**
 * A range of events in the index `event_listing`, by sequence: of one stored status and one source, waiting at the same
 * destinations.
 */
export interface EventRange {
  readonly status: Status;
  /** Null if the status is not `queued`, or if the destinations are not recorded yet. */
  readonly waitsAt: string | null;
  readonly source: string;
}

/**
 * Returns the ranges whose events show a status, of one source or of all. While a destination is held or paused, its
 * waiting events are shown as held. `unsure` ranges also contain other events. New events are in no range.
 */
export function rangesOf(
  connection: Connection,
  status: Status,
  source: string | undefined,
): readonly (EventRange & { readonly unsure: boolean })[] {
  const stopped = status === 'queued' || status === 'held' ? stoppedDestinations(connection) : noDestinations;
  const waiting =
    status === 'queued' || (status === 'held' && stopped.size > 0) ? waitingPlaces(connection) : [];
  const wanted = waiting.filter(place => isStopped(place, stopped) === (status === 'held'));
  return [
    ...rangesAt(connection, status, null, source).map(range => ({
      ...range,
      unsure: status === 'queued' && stopped.size > 0,
    })),
    ...(status === 'held' && stopped.size > 0
      ? rangesAt(connection, 'queued', null, source).map(range => ({ ...range, unsure: true }))
      : []),
    ...wanted
      .flatMap(place => rangesAt(connection, 'queued', place, source))
      .map(range => ({ ...range, unsure: false })),
  ];
}

const noDestinations: ReadonlySet<string> = new Set();

/** Returns the held or paused destinations, whose queued calls are shown as held. */
export function stoppedDestinations(connection: Connection): ReadonlySet<string> {
  const rows = connection.all<{ name: string }>(
    'SELECT name FROM destination WHERE stopped_since IS NOT NULL',
  );
  return new Set(rows.map(({ name }) => name));
}

function isStopped(place: string, stopped: ReadonlySet<string>): boolean {
  return storedNames.read(place).some(each => stopped.has(each));
}

/** Each step looks up the next value in the index, so the cost depends on the number of values, not of events. */
function waitingPlaces(connection: Connection): readonly string[] {
  return inSteps(
    after =>
      connection.get<{ value: string }>(
        `SELECT waits_at AS value FROM event WHERE status = 'queued' AND planning <> 1 AND waits_at > ?
         ORDER BY waits_at LIMIT 1`,
        after,
      )?.value,
  );
}

function rangesAt(
  connection: Connection,
  status: Status,
  waitsAt: string | null,
  only: string | undefined,
): readonly EventRange[] {
  const sources =
    only === undefined
      ? inSteps(
          after =>
            connection.get<{ value: string }>(
              `SELECT source AS value FROM event WHERE status = ? AND planning <> 1 AND waits_at IS ? AND source > ?
               ORDER BY source LIMIT 1`,
              status,
              waitsAt,
              after,
            )?.value,
        )
      : [only];
  return sources.map(source => ({ status, waitsAt, source }));
}

function inSteps(next: (after: string) => string | undefined): readonly string[] {
  const values: string[] = [];
  for (let value = next(''); value !== undefined; value = next(value)) values.push(value);
  return values;
}
