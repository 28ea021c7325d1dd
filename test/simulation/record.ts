import { createHash } from 'node:crypto';
import type { Report } from '../../src/deliver/report.ts';
import type { Journey } from './network.ts';
import type { SentEvent } from './sent-events.ts';

/** A correction of an event. */
export interface Amended {
  readonly at: number;
  /** The note that the event sets from here on. */
  readonly note: string;
  /** The bridge said that it is kept; else it may be, where the process ended before it answered. */
  isKept: boolean;
}

/** What was seen in a run, from outside of the bridge, for the judges to go by. Times are monotonic milliseconds. */
export interface Record {
  readonly journeys: Journey[];
  /** The event's id by its mark, once it was accepted. */
  readonly ids: Map<number, string>;
  readonly sent: Map<number, SentEvent>;
  readonly acceptedAt: Map<number, number>;
  /** When it was written that an event is delivered, by its id. */
  readonly deliveredAt: Map<string, number>;
  /** When it was written how an attempt of an event ended, by its id. */
  readonly settledAt: Map<string, number[]>;
  /** When the bridge ended a hold of the destination. */
  readonly opened: number[];
  /** When a process started, ended, or a person resumed: after these it may look at the destination at once. */
  readonly disturbed: number[];
  readonly crashes: { readonly at: number; readonly process: number; readonly where: string }[];
  /** When the bridge came to know whom a contact stands for. */
  readonly linked: Map<string, number>;
  /** By appointment: when a person had its booking sent again, and whether the truth had it already. */
  readonly sentAgain: { readonly at: number; readonly appointment: string; readonly mistaken: boolean }[];
  readonly forced: Set<string>;
  readonly left: Set<string>;
  readonly replayed: Set<string>;
  /** What people corrected, by mark, the oldest first. */
  readonly amended: Map<number, Amended[]>;
  /** Faults that were found on the way. */
  readonly found: string[];
  readonly reports: Report[];
  readonly now: () => number;
  /** Notes a line of the trace. */
  note(line: string): void;
  /** A hash over all lines. */
  trace(): string;
}

/** Makes an empty record; `tell` is given each line of the trace. */
export function createRecord(now: () => number, tell?: (line: string) => void): Record {
  const hash = createHash('sha256');
  return {
    now,
    journeys: [],
    ids: new Map(),
    sent: new Map(),
    acceptedAt: new Map(),
    deliveredAt: new Map(),
    settledAt: new Map(),
    opened: [],
    disturbed: [],
    crashes: [],
    linked: new Map(),
    sentAgain: [],
    forced: new Set(),
    left: new Set(),
    replayed: new Set(),
    amended: new Map(),
    found: [],
    reports: [],
    note(line) {
      const whole = `${now().toFixed(3)} ${line}\n`;
      hash.update(whole);
      tell?.(whole);
    },
    trace: () => hash.copy().digest('hex').slice(0, 32),
  };
}
