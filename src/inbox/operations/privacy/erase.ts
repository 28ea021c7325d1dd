import { erasePerson, previewOfErasure } from '../../decide/erasing/erase-person.ts';
import type { Eraser, FoundEvent } from '../../decide/erasing/personal-data.ts';
import type { LinkRow } from '../../decide/people.ts';
import type { Store } from '../../store.ts';
import { addAudit, completeAudit } from '../audit.ts';
import type { OperationStore, Steps, StoreTransaction } from '../steps.ts';
import { deleteEvents, emptyWholes } from './delete-events.ts';
import { eraseFromNotes, forgetIdsOfGone } from './erase-notes.ts';
import { personalRows } from './personal-rows.ts';

/** The number of events that are erased in one transaction. */
const stepSize = 100;

/**
 * Erases the stored data of a person. `leaveNothing` removes deleted data from the files; it returns true if that was
 * possible.
 */
export function erasure(store: OperationStore, leaveNothing: () => Promise<boolean>) {
  const data = personalRows(store);
  return {
    erase: (target, actor, extent = {}, readXml = undefined) =>
      erasePerson(data, { ...eraserOf(store), leaveNothing }, { target, extent, readXml }, actor),
    previewErasure: (target, extent = {}, readXml = undefined) =>
      previewOfErasure(data, { target, extent, readXml }),
  } satisfies Partial<Store>;
}

function eraserOf(store: OperationStore): Omit<Eraser, 'leaveNothing'> {
  return {
    addEntry: entry => store.write(transaction => addAudit(transaction, entry, store.now())),
    async events(found) {
      const gone: FoundEvent[] = [];
      for (let start = 0; start < found.length; start += stepSize) {
        const part = found.slice(start, start + stepSize);
        gone.push(...(await store.write(transaction => eraseEvents(transaction, part, store.now()))));
      }
      return gone;
    },
    refusals: numbers =>
      store.write(transaction => transaction.run('DELETE FROM refusal WHERE number = ANY ($1)', numbers)),
    links: rows => store.write(transaction => eraseLinks(transaction, rows)),
    async wholes(requests) {
      for (let start = 0; start < requests.length; start += stepSize) {
        const part = requests.slice(start, start + stepSize);
        await store.write(transaction => emptyWholes(transaction, part));
      }
    },
    ids: find => forgetIdsOfGone(store, find),
    async notes(find, { number, detail }) {
      await store.write(transaction => completeAudit(transaction, number, detail));
      await eraseFromNotes(store, find);
    },
  };
}

/** Erases events, except those with a call in flight; returns the erased ones. */
function* eraseEvents(
  transaction: StoreTransaction,
  found: readonly FoundEvent[],
  now: number,
): Steps<readonly FoundEvent[]> {
  const sequences = found.map(each => each.sequence);
  yield* transaction.lockEvents(sequences);
  const calls = yield* transaction.all<{ id: number; event: number }>(
    'SELECT id, event FROM call WHERE event = ANY ($1)',
    sequences,
  );
  const inFlight = yield* transaction.callsInFlight(
    calls.map(({ id }) => id),
    now,
  );
  const underWay = new Set(calls.filter(({ id }) => inFlight.has(id)).map(({ event }) => event));
  const free = found.filter(each => !underWay.has(each.sequence));
  yield* deleteEvents(
    transaction,
    free.map(each => each.sequence),
    'erased',
  );
  return free;
}

function* eraseLinks(transaction: StoreTransaction, rows: readonly LinkRow[]): Steps<number> {
  yield* transaction.lockDestinations(rows.map(({ destination }) => destination));
  let count = 0;
  for (const { people, link_id, destination } of rows)
    count += yield* transaction.run(
      'DELETE FROM link WHERE people = $1 AND link_id = $2 AND destination = $3',
      people,
      link_id,
      destination,
    );
  return count;
}
