import { erasePerson, previewOfErasure } from '../../decide/erasing/erase-person.ts';
import type { Eraser, FoundEvent } from '../../decide/erasing/personal-data.ts';
import type { LinkRow } from '../../decide/people.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { callsInFlight } from '../delivery/in-flight.ts';
import { addAudit, completeAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { lockDestinations, lockEvents } from '../rows/locks.ts';
import { deleteEvents, emptyWholes } from './delete-events.ts';
import { eraseFromNotes, forgetIdsOfGone } from './erase-notes.ts';
import { leaveNothing } from './leave-nothing.ts';
import { personalRows } from './personal-rows.ts';

/** The number of events that are erased in one transaction. */
const stepSize = 100;

/** Erases the stored data of a person. */
export function erasure(parts: Parts) {
  const data = personalRows(parts.database);
  return {
    erase: (target, actor, extent = {}, readXml = undefined) =>
      erasePerson(data, eraserOf(parts), { target, extent, readXml }, actor),
    previewErasure: (target, extent = {}, readXml = undefined) =>
      previewOfErasure(data, { target, extent, readXml }),
  } satisfies Partial<Store>;
}

function eraserOf({ database, clock }: Parts): Eraser {
  return {
    addEntry: entry => database.write(transaction => addAudit(transaction, entry, clock.now())),
    async events(found) {
      const gone: FoundEvent[] = [];
      for (let start = 0; start < found.length; start += stepSize) {
        const part = found.slice(start, start + stepSize);
        gone.push(...(await database.write(transaction => eraseEvents(transaction, part, clock.now()))));
      }
      return gone;
    },
    refusals: numbers =>
      database.write(transaction => transaction.run('DELETE FROM refusal WHERE number = ANY($1)', numbers)),
    links: rows => database.write(transaction => eraseLinks(transaction, rows)),
    async wholes(requests) {
      for (let start = 0; start < requests.length; start += stepSize) {
        const part = requests.slice(start, start + stepSize);
        await database.write(transaction => emptyWholes(transaction, part));
      }
    },
    ids: find => forgetIdsOfGone(database, find),
    async notes(find, { number, detail }) {
      await database.write(transaction => completeAudit(transaction, number, detail));
      await eraseFromNotes(database, find);
    },
    leaveNothing: () => leaveNothing(database),
  };
}

/** Erases events, except those with a call in flight; returns the erased ones. */
async function eraseEvents(
  transaction: Transaction,
  found: readonly FoundEvent[],
  now: number,
): Promise<readonly FoundEvent[]> {
  const sequences = found.map(each => each.sequence);
  await lockEvents(transaction, sequences);
  const calls = await transaction.all<{ id: number; event: number }>(
    'SELECT id, event FROM call WHERE event = ANY($1)',
    sequences,
  );
  const inFlight = await callsInFlight(
    transaction,
    calls.map(({ id }) => id),
    now,
  );
  const underWay = new Set(calls.filter(({ id }) => inFlight.has(id)).map(({ event }) => event));
  const free = found.filter(each => !underWay.has(each.sequence));
  await deleteEvents(
    transaction,
    free.map(each => each.sequence),
    'erased',
  );
  return free;
}

async function eraseLinks(transaction: Transaction, rows: readonly LinkRow[]): Promise<number> {
  await lockDestinations(
    transaction,
    rows.map(({ destination }) => destination),
  );
  return transaction.run(
    `DELETE FROM link WHERE (people, link_id, destination) IN
       (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
    rows.map(({ people }) => people),
    rows.map(({ link_id }) => link_id),
    rows.map(({ destination }) => destination),
  );
}
