import { storedNames } from './stored-request.ts';

/**
 * Where the calls of an event wait, in the words of the column `waits_at`: the destinations of those that are queued, as a
 * sorted JSON list.
 */
export function waitsAt(calls: readonly { readonly status: string; readonly destination: string }[]): string {
  const waiting = calls.filter(({ status }) => status === 'queued').map(({ destination }) => destination);
  return storedNames.write([...new Set(waiting)].sort());
}
