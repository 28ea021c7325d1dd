import { storedNames } from './stored-request.ts';

/** Returns the value of the column `waits_at`: the destinations of an event's queued calls, as a sorted JSON list. */
export function waitsAt(calls: readonly { readonly status: string; readonly destination: string }[]): string {
  const waiting = calls.filter(({ status }) => status === 'queued').map(({ destination }) => destination);
  return storedNames.write([...new Set(waiting)].sort());
}
