import type { Report } from '../../src/deliver/report.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import type { CourseEvent } from './course.ts';
import type { Trip } from './wire.ts';

/** A correction of the note of an event. */
export interface Correction {
  readonly note: string;
  /** When a process confirmed that it is stored, in epoch milliseconds; undefined if that is unknown. */
  keptAt: number | undefined;
}

/** Observations of a course from outside the processes, for the judges. */
export interface Notes {
  readonly sent: Map<number, CourseEvent>;
  /** The event's id by its mark, after a process responded. */
  readonly ids: Map<number, string>;
  readonly trips: Trip[];
  /** How often a process reported an event as delivered, by the event's id. */
  readonly saidDelivered: Map<string, number>;
  /** When a process first reported that, by the event's id, in epoch milliseconds. */
  readonly deliveredAt: Map<string, number>;
  readonly discarded: Set<string>;
  readonly replayed: Set<string>;
  /** Corrections of people by mark, in the order of their start. */
  readonly amended: Map<number, Correction[]>;
  /** Findings, as text. */
  readonly found: Set<string>;
  /** Handles a report of a process. */
  onReport(id: string, report: Report): void;
  /** Handles the response to a webhook. */
  answered(event: CourseEvent, id: string): void;
  /** Handles a statement that PostgreSQL refused. */
  refused(code: string): void;
}

/** The SQLSTATE of a deadlock. */
const deadlock = '40P01';

/** Starts without observations. */
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
    onReport(_id, { what, error, details }) {
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
