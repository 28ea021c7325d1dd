import { erasedMark } from '../../decide/erasing/personal-data.ts';
import { storedPieces, storedPlaces } from '../../stored/stored-request.ts';
import type { Steps, StoreTransaction } from '../steps.ts';

/**
 * Deletes events with all their data, in a transaction that has locked them. `old`: after retention; data shared with
 * other events of one webhook stay until the last one is deleted. `erased`: at the request of a person; only the fact
 * that a booking was made stays.
 */
export function* deleteEvents(
  transaction: StoreTransaction,
  sequences: readonly number[],
  why: 'old' | 'erased',
): Steps<void> {
  if (sequences.length === 0) return;
  const requests = yield* lockRequests(transaction, sequences);
  yield* deleteCalls(transaction, sequences);
  yield* transaction.forgetWords(sequences);
  for (const table of ['payload', 'crash_count'])
    yield* transaction.run(`DELETE FROM ${table} WHERE sequence = ANY ($1)`, sequences);
  for (const table of ['outbox', 'amendment'])
    yield* transaction.run(`DELETE FROM ${table} WHERE event = ANY ($1)`, sequences);
  if (why === 'erased') yield* forgetMeeting(transaction, sequences);
  yield* transaction.run('DELETE FROM event WHERE sequence = ANY ($1)', sequences);
  yield* transaction.run(
    `DELETE FROM request WHERE id = ANY ($1)
       AND NOT EXISTS (SELECT 1 FROM event WHERE event.request = request.id AND siblings = true)`,
    requests,
  );
  // The other events of a split webhook keep their own parts; the stored whole with the erased part is deleted.
  if (why === 'erased') {
    yield* emptyWholes(transaction, requests);
    yield* emptyUnshared(transaction, requests);
  }
}

/**
 * Locks the webhooks. Events of one webhook may be deleted at the same time, and the second deletion must see the
 * result of the first.
 */
function* lockRequests(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Steps<readonly number[]> {
  const rows = yield* transaction.all<{ id: number }>(
    `SELECT id FROM request WHERE id IN (SELECT request FROM event WHERE sequence = ANY ($1)) ORDER BY id FOR UPDATE`,
    sequences,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the calls. The ledger keeps the fact that a booking was made, and its event, but nothing of its contents. */
function* deleteCalls(transaction: StoreTransaction, sequences: readonly number[]): Steps<void> {
  const rows = yield* transaction.all<{ id: number; lane: number | null; status: string }>(
    'SELECT id, lane, status FROM call WHERE event = ANY ($1)',
    sequences,
  );
  if (rows.length === 0) return;
  const calls = rows.map(({ id }) => id);
  yield* transaction.forgetAttempts(calls);
  yield* transaction.run('DELETE FROM call WHERE id = ANY ($1)', calls);
  const waiting = rows.flatMap(row => (row.lane !== null && row.status === 'queued' ? [row.lane] : []));
  yield* transaction.refreshLanes(waiting);
}

/**
 * Deletes the ids and contents by which repeats of the events would be recognised, and the reasons of people's
 * actions on them.
 */
function* forgetMeeting(transaction: StoreTransaction, sequences: readonly number[]): Steps<void> {
  const ids = 'SELECT id FROM event WHERE sequence = ANY ($1)';
  const gone = yield* transaction.all<{ source: string; key: string }>(
    `DELETE FROM dedupe
     WHERE (source, key) IN (SELECT source, sender_event_id FROM event WHERE sequence = ANY ($1)) AND event_id IN (${ids})
     RETURNING source, key`,
    sequences,
  );
  // An id is found by its first variant, so another variant takes the place of a deleted one.
  for (const { source, key } of gone)
    yield* transaction.run(
      `UPDATE dedupe SET variant = 0 WHERE variant > 0 AND number =
         (SELECT number FROM dedupe WHERE source = $1 AND key = $2 ORDER BY variant LIMIT 1)`,
      source,
      key,
    );
  yield* transaction.run(`DELETE FROM recent WHERE event_id IN (${ids})`, sequences);
  yield* transaction.run(
    `UPDATE audit SET why = $2 WHERE why IS NOT NULL AND what <> 'erase' AND event_id IN (${ids})`,
    sequences,
    erasedMark,
  );
}

/** Deletes the contents of split webhooks, by their rows; their events keep their own parts. */
export function* emptyWholes(transaction: StoreTransaction, requests: readonly number[]): Steps<void> {
  yield* forgetWordsOfWholes(transaction, requests);
  yield* transaction.run(
    `UPDATE request SET body = $2, reading = '{"kind":"json","charset":"utf-8"}', query = '{}', headers = '{}'
     WHERE id = ANY ($1)`,
    requests,
    Buffer.from('null'),
  );
}

/** Marks all events of these webhooks, whose text belongs to each of them, to be indexed again. */
function* forgetWordsOfWholes(transaction: StoreTransaction, requests: readonly number[]): Steps<void> {
  const rows = yield* transaction.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE request = ANY ($1) AND siblings = true
       AND NOT EXISTS (SELECT 1 FROM payload WHERE payload.sequence = event.sequence)
       AND sequence <= (SELECT indexed_to FROM words_progress)`,
    requests,
  );
  const sequences = rows.map(({ sequence }) => sequence);
  yield* transaction.forgetWords(sequences);
  yield* transaction.run(
    'INSERT INTO words_wanted (sequence) SELECT sequence FROM event WHERE sequence = ANY ($1)',
    sequences,
  );
}

/** Removes the shared parts of webhooks that no item uses any more. */
function* emptyUnshared(transaction: StoreTransaction, requests: readonly number[]): Steps<void> {
  const rows = yield* transaction.all<{ id: number; shared: string }>(
    'SELECT id, shared FROM request WHERE id = ANY ($1) AND shared IS NOT NULL',
    requests,
  );
  for (const { id, shared } of rows) {
    const items = yield* transaction.all<{ places: string }>(
      `SELECT p.shared AS places FROM event e JOIN payload p USING (sequence)
       WHERE e.request = $1 AND e.siblings = true AND p.shared IS NOT NULL`,
      id,
    );
    const kept = new Set(items.flatMap(({ places }) => storedPlaces.read(places).map(([, piece]) => piece)));
    const pieces = storedPieces.read(shared).map((piece, place) => (kept.has(place) ? piece : 'null'));
    yield* transaction.run('UPDATE request SET shared = $2 WHERE id = $1', id, storedPieces.write(pieces));
  }
}
