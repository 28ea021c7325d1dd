import type { Stage } from './play.ts';
import type { Seen } from './watch.ts';

/** Between the moment that a date is taken and the moment that it tells there may be a millisecond. */
const roundingMs = 2;

/** Judges what the database saw, and that every call left the process that owned its destination at that moment. */
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
