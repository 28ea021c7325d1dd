import { markOf } from '../simulation/arrived-request.ts';
import { timeoutMs } from './course-config.ts';
import type { Stage } from './play.ts';
import type { Trip } from './wire.ts';

const roundingMs = 2;

/** Judges the requests that arrived: each booking once, one request of a person at a time, older values first. */
export function judgeTrips(stage: Stage): void {
  const { truth, notes } = stage;
  for (const [appointment, { completed }] of truth.reservations)
    if (completed > 1) notes.found.add(`doubled: ${appointment} was booked ${completed} times`);
  const calls = notes.trips.filter(({ request }) => request.kind !== 'look');
  for (const ofPerson of Map.groupBy(calls, ({ request }) => request.customer).values()) {
    judgeOneAtATime(ofPerson, stage);
    judgeOrder(ofPerson, stage);
  }
}

/** The next call of a person waits until the end of the previous one is known, or until that cannot arrive any more. */
function judgeOneAtATime(trips: readonly Trip[], { notes }: Stage): void {
  for (const [index, trip] of trips.entries()) {
    for (const before of trips.slice(0, index)) {
      const overAt = Math.min(before.endedAt ?? Number.POSITIVE_INFINITY, before.sentAt + timeoutMs);
      if (trip.sentAt >= overAt - roundingMs) continue;
      const ms = Math.round(trip.sentAt - before.sentAt);
      const whose = before.sender === trip.sender ? 'the same process' : 'another process';
      notes.found.add(
        `two at a time: webhook ${trip.request.marks.join()} left ${ms} ms after ${before.request.marks.join()} of ${whose}`,
      );
    }
  }
}

/**
 * Marks increase in the order of acceptance of a person's webhooks. An imported row is planned behind live webhooks,
 * and a corrected event is planned again. Either may be sent before a newer event whose retry is pending.
 */
function judgeOrder(trips: readonly Trip[], { notes }: Stage): void {
  const newest = new Map<string, number>();
  const arrived = trips.filter(({ applied }) => applied.length > 0);
  for (const { request, sentAt } of arrived.toSorted(
    (one, other) => (one.actedAt ?? 0) - (other.actedAt ?? 0),
  )) {
    for (const [property, value] of request.changes) {
      const mark = markOf(value) ?? 0;
      const before = newest.get(property) ?? 0;
      const id = notes.ids.get(mark) ?? '';
      const isNewerDone =
        (notes.deliveredAt.get(notes.ids.get(before) ?? '') ?? Number.POSITIVE_INFINITY) < sentAt;
      const isPlannedLater = notes.sent.get(mark)?.isRow === true || notes.amended.has(mark);
      const mayBeLate = notes.discarded.has(id) || notes.replayed.has(id) || (isPlannedLater && !isNewerDone);
      if (mark < before && !mayBeLate)
        notes.found.add(
          `out of order: ${property} of ${request.customer} was set to ${before}, then to ${mark}`,
        );
      newest.set(property, Math.max(mark, before));
    }
  }
}
