import { erasePerson, previewOfErasure } from '../../decide/erasing/erase-person.ts';
import type { Eraser, FoundEvent } from '../../decide/erasing/personal-data.ts';
import type { LinkRow } from '../../decide/people.ts';
import type { Claims } from '../../owned/claims.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { addAudit, completeAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { deleteEvents, emptyWholes } from './delete-events.ts';
import { eraseFromNotes, forgetIdsOfGone } from './erase-notes.ts';
import { leaveNothing } from './leave-nothing.ts';
import { personalRows } from './personal-rows.ts';

/** The number of events that are erased in one transaction. */
const stepSize = 100;

/** Erases the stored data of a person. */
export function erasure(parts: Parts) {
  const { connection, wholeQueue: queue } = parts;
  return {
    erase: (target, actor, extent = {}, readXml = undefined) =>
      erasePerson(personalRows(connection, queue), eraser(parts), { target, extent, readXml }, actor),
    previewErasure: (target, extent = {}, readXml = undefined) =>
      previewOfErasure(personalRows(connection, queue), { target, extent, readXml }),
  } satisfies Partial<Store>;
}

function eraser({ connection, wholeQueue: queue, checkpointer, claims, clock }: Parts): Eraser {
  return {
    addEntry: entry => queue.write(() => addAudit(connection, entry, clock.now())),
    async events(found) {
      const gone: FoundEvent[] = [];
      for (let start = 0; start < found.length; start += stepSize) {
        const part = found.slice(start, start + stepSize);
        gone.push(...(await queue.write(() => eraseEvents(connection, claims, part))));
      }
      return gone;
    },
    refusals: numbers => queue.write(() => eraseRefusals(connection, numbers)),
    links: rows => queue.write(() => eraseLinks(connection, rows)),
    async wholes(requests) {
      for (let start = 0; start < requests.length; start += stepSize) {
        const part = requests.slice(start, start + stepSize);
        await queue.write(() => emptyWholes(connection, part));
      }
    },
    ids: find => forgetIdsOfGone(connection, queue, find),
    async notes(find, { number, detail }) {
      await queue.write(() => completeAudit(connection, number, detail));
      await eraseFromNotes(connection, queue, find);
    },
    leaveNothing: () => leaveNothing(connection, queue, checkpointer),
  };
}

function eraseEvents(
  connection: Connection,
  claims: Claims,
  found: readonly FoundEvent[],
): readonly FoundEvent[] {
  const free = found.filter(each => !isClaimed(connection, claims, each.sequence));
  deleteEvents(
    connection,
    free.map(each => each.sequence),
    'erased',
  );
  return free;
}

function isClaimed(connection: Connection, claims: Claims, sequence: number): boolean {
  return connection
    .all<{ id: number }>('SELECT id FROM call WHERE event = ?', sequence)
    .some(call => claims.has(call.id));
}

function eraseRefusals(connection: Connection, numbers: readonly number[]): number {
  return connection.run(
    'DELETE FROM refusal WHERE number IN (SELECT value FROM json_each(?))',
    JSON.stringify(numbers),
  );
}

function eraseLinks(connection: Connection, rows: readonly LinkRow[]): number {
  return rows.reduce(
    (count, row) =>
      count +
      connection.run(
        'DELETE FROM link WHERE people = ? AND link_id = ? AND destination = ?',
        row.people,
        row.link_id,
        row.destination,
      ),
    0,
  );
}
