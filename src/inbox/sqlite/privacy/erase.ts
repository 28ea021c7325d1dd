import { setImmediate as turn } from 'node:timers/promises';
import { erasePerson, previewOfErasure } from '../../decide/erasing/erase-person.ts';
import type { Eraser, FoundEvent } from '../../decide/erasing/personal-data.ts';
import type { LinkRow } from '../../decide/people.ts';
import type { Claims } from '../../owned/claims.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection.ts';
import { addAudit, completeAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { deleteEvents, forgetWhole, leaveNothing } from './deletion.ts';
import { eraseFromHolds, eraseFromTrail, forgetIds } from './erase-notes.ts';
import { personalRows, stepSize } from './personal-rows.ts';

/** The number of short texts that are processed before other work gets its turn. */
const noteStep = 500;

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
        const part = JSON.stringify(requests.slice(start, start + stepSize));
        await queue.write(() => forgetWhole(connection, part));
      }
    },
    async ids(find) {
      for (let after: number | undefined = 0; after !== undefined; await turn()) {
        const from: number = after;
        after = await queue.write(() => forgetIds(connection, find, from, noteStep));
      }
    },
    async notes(find, { number, detail }) {
      await queue.write(() => completeAudit(connection, number, detail));
      for (let after: number | undefined = 0; after !== undefined; await turn()) {
        const from: number = after;
        after = await queue.write(() => eraseFromTrail(connection, find, from, noteStep));
      }
      await queue.write(() => eraseFromHolds(connection, find));
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
