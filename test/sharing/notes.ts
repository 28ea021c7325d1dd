import type { Report } from '../../src/deliver/report.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import type { CourseEvent } from './course.ts';
import type { Trip } from './wire.ts';

/** A correction of the note of an event. */
export interface Correction {
  readonly note: string;
  /** When a process answered that it is kept; undefined where nobody knows. Epoch milliseconds. */
  keptAt: number | undefined;
}

/** What was seen in a course from outside of the processes, for the judges to go by. */
export interface Notes {
  readonly sent: Map<number, CourseEvent>;
  /** The event's id by its mark, once a process answered. */
  readonly ids: Map<number, string>;
  readonly trips: Trip[];
  /** How often a process said that an event is delivered, by its id. */
  readonly saidDelivered: Map<string, number>;
  /** When a process first said so, by the event's id. Epoch milliseconds. */
  readonly deliveredAt: Map<string, number>;
  readonly discarded: Set<string>;
  readonly replayed: Set<string>;
  /** What people corrected, by mark, in the order in which they began. */
  readonly amended: Map<number, Correction[]>;
  /** What is wrong, in words. */
  readonly found: Set<string>;
  /** What a process reports. */
  hear(id: string, report: Report): void;
  /** An answer to a webhook. */
  answered(event: CourseEvent, id: string): void;
  /** PostgreSQL refused a statement. */
  refused(code: string): void;
}

/** The code of a deadlock. */
const deadlock = '40P01';

/** Begins with nothing seen. */
export function createNotes(events: readonly CourseEvent[]): Notes {
  const notes: Notes = {
    sent: new Map(events.map(event => [event.mark, event])),
    ids: new Map(),
    trips: [],
    saidDelivered: new Map(),
    deliveredAt: new Map(),
    discarded: new Set(),
    replayed: new Set(),
    amended: new Map(),
    found: new Set(),
    hear(_id, { what, error, details }) {
      if (what === 'event delivered') {
        const { event } = details as { event: string };
        notes.saidDelivered.set(event, (notes.saidDelivered.get(event) ?? 0) + 1);
        if (!notes.deliveredAt.has(event)) notes.deliveredAt.set(event, Date.now());
      }
      if (what === 'stranded calls released') notes.found.add(`stranded: ${JSON.stringify(details)}`);
      if (error === undefined || error instanceof StoreUnavailable) return;
      notes.found.add(`the program failed: ${what}: ${(error as Error).stack ?? error}`);
    },
    answered({ mark }, id) {
      const before = notes.ids.get(mark) ?? id;
      if (before !== id) notes.found.add(`webhook ${mark} was taken for two events`);
      notes.ids.set(mark, before);
    },
    refused(code) {
      if (code === deadlock) notes.found.add('transactions waited for each other in a circle');
    },
  };
  return notes;
}
