import { erasedMark } from '../../decide/erasing/personal-data.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { storedPieces, storedPlaces } from '../../stored/stored-request.ts';
import type { Transaction } from '../connection/transaction.ts';
import { forgetWords, forgetWordsOfWholes } from '../reading/word-index.ts';
import { refreshLanes } from '../rows/lanes.ts';

/**
 * Deletes events with all their data, in a transaction that has locked them. `old`: after retention; data shared with
 * other events of one webhook stay until the last one is deleted. `erased`: at the request of a person; only the fact
 * that a booking was made stays.
 */
export async function deleteEvents(
  transaction: Transaction,
  sequences: readonly number[],
  why: 'old' | 'erased',
): Promise<void> {
  if (sequences.length === 0) return;
  const requests = await lockRequests(transaction, sequences);
  await removeCalls(transaction, sequences);
  await forgetWords(transaction, sequences);
  for (const table of ['payload', 'crash_count'])
    await transaction.run(`DELETE FROM ${table} WHERE sequence = ANY($1)`, sequences);
  for (const table of ['outbox', 'amendment'])
    await transaction.run(`DELETE FROM ${table} WHERE event = ANY($1)`, sequences);
  if (why === 'erased') await forgetMeeting(transaction, sequences);
  await transaction.run('DELETE FROM event WHERE sequence = ANY($1)', sequences);
  await transaction.run(
    `DELETE FROM request WHERE id = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM event WHERE event.request = request.id AND siblings)`,
    requests,
  );
  // The other events of a split webhook keep their own parts; the whole of it, with the erased part, goes.
  if (why === 'erased') {
    await emptyWholes(transaction, requests);
    await emptyUnshared(transaction, requests);
  }
}

/**
 * Locks the webhooks. Events of one webhook may be deleted at the same time, and the second deletion must see the
 * result of the first.
 */
async function lockRequests(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<readonly number[]> {
  const rows = await transaction.all<{ id: number }>(
    `SELECT id FROM request WHERE id IN (SELECT request FROM event WHERE sequence = ANY($1))
     ORDER BY id FOR UPDATE`,
    sequences,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the calls. The ledger keeps the fact that a booking was made, and its event, but nothing of its contents. */
async function removeCalls(transaction: Transaction, sequences: readonly number[]): Promise<void> {
  const rows = await transaction.all<{ id: number; lane: number | null; status: string }>(
    'DELETE FROM call WHERE event = ANY($1) RETURNING id, lane, status',
    sequences,
  );
  if (rows.length === 0) return;
  const calls = rows.map(({ id }) => id);
  await keepResultsAlone(transaction, calls);
  for (const table of ['attempt', 'attempt_in_flight'])
    await transaction.run(`DELETE FROM ${table} WHERE call = ANY($1)`, calls);
  const waiting = rows.flatMap(row => (row.lane !== null && row.status === 'queued' ? [row.lane] : []));
  refreshLanes(transaction, waiting);
}

async function keepResultsAlone(transaction: Transaction, calls: readonly number[]): Promise<void> {
  const rows = await transaction.all<{ number: number; completion: string }>(
    'SELECT number, completion FROM ledger WHERE call = ANY($1) AND completion IS NOT NULL',
    calls,
  );
  if (rows.length === 0) return;
  await transaction.run(
    `UPDATE ledger SET completion = new.completion
     FROM unnest($1::bigint[], $2::text[]) AS new (number, completion) WHERE ledger.number = new.number`,
    rows.map(({ number }) => number),
    rows.map(({ completion }) => resultAlone(completion)),
  );
}

function resultAlone(text: string): string {
  const { result } = storedCompletion.read(text);
  return storedCompletion.write(result === undefined ? {} : { result });
}

/**
 * Deletes the ids and contents by which the events would be recognized again, and the reasons of people's actions on
 * them.
 */
async function forgetMeeting(transaction: Transaction, sequences: readonly number[]): Promise<void> {
  const ids = 'SELECT id FROM event WHERE sequence = ANY($1)';
  const gone = await transaction.all<{ source: string; key: string }>(
    `DELETE FROM dedupe USING event
     WHERE event.sequence = ANY($1) AND dedupe.source = event.source AND dedupe.key = event.sender_event_id
       AND dedupe.event_id = event.id
     RETURNING dedupe.source, dedupe.key`,
    sequences,
  );
  // An id is known by its first variant, so another one takes the place of one that is gone.
  await transaction.run(
    `UPDATE dedupe SET variant = 0
     FROM (SELECT DISTINCT ON (source, key) number, variant FROM dedupe
         WHERE (source, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
         ORDER BY source, key, variant) AS first
     WHERE dedupe.number = first.number AND first.variant > 0`,
    gone.map(({ source }) => source),
    gone.map(({ key }) => key),
  );
  await transaction.run(`DELETE FROM recent WHERE event_id IN (${ids})`, sequences);
  await transaction.run(
    `UPDATE audit SET why = $2 WHERE why IS NOT NULL AND what <> 'erase' AND event_id IN (${ids})`,
    sequences,
    erasedMark,
  );
}

/** Empties split webhooks, by their rows; their events keep their own parts. */
export async function emptyWholes(transaction: Transaction, requests: readonly number[]): Promise<void> {
  await forgetWordsOfWholes(transaction, requests);
  await transaction.run(
    `UPDATE request SET body = 'null', reading = '{"kind":"json","charset":"utf-8"}', query = '{}', headers = '{}'
     WHERE id = ANY($1)`,
    requests,
  );
}

/** Removes the shared parts of webhooks that no item uses any more. */
async function emptyUnshared(transaction: Transaction, requests: readonly number[]): Promise<void> {
  const rows = await transaction.all<{ id: number; shared: string }>(
    'SELECT id, shared FROM request WHERE id = ANY($1) AND shared IS NOT NULL',
    requests,
  );
  for (const { id, shared } of rows) {
    const items = await transaction.all<{ places: string }>(
      `SELECT p.shared AS places FROM event e JOIN payload p USING (sequence)
       WHERE e.request = $1 AND e.siblings AND p.shared IS NOT NULL`,
      id,
    );
    const kept = new Set(items.flatMap(({ places }) => storedPlaces.read(places).map(([, piece]) => piece)));
    const pieces = storedPieces.read(shared).map((piece, place) => (kept.has(place) ? piece : 'null'));
    await transaction.run('UPDATE request SET shared = $2 WHERE id = $1', id, storedPieces.write(pieces));
  }
}
