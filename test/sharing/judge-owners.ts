import type { Stage } from './play.ts';
import type { Seen } from './watch.ts';

/** A clock reading and its rounded date may differ by a millisecond. */
const roundingMs = 2;

/** Judges the locks that the database recorded, and whether every call was sent by the owner of its destination. */
export function judgeOwners({ notes }: Stage, { owners, faults }: Seen): void {
  for (const fault of faults) notes.found.add(fault);
  const ofWork = Map.groupBy(owners, ({ work }) => work);
  for (const { sender, place, request, sentAt } of notes.trips) {
    if (request.kind === 'look') continue;
    const changes = ofWork.get(`destination ${place}`) ?? [];
    const near = [sentAt - roundingMs, sentAt + roundingMs].map(
      at => changes.findLast(change => change.at <= at)?.owner,
    );
    if (near.includes(sender)) continue;
    notes.found.add(
      `a call left a process that did not own ${place} any more (mark ${request.marks.join()})`,
    );
  }
}
