import { createHash } from 'node:crypto';
import type { Report } from '../../src/deliver/report.ts';
import type { Journey } from './network.ts';
import type { SentEvent } from './sent-events.ts';

/** A correction of an event. */
export interface Amended {
  readonly at: number;
  /** The note of the event from then on. */
  readonly note: string;
  /** The bridge confirmed that it is stored. Otherwise it may be stored, if the process ended before its response. */
  isKept: boolean;
}

/** Observations of a run from outside the bridge, for the judges. Times are monotonic milliseconds. */
export interface Record {
  readonly journeys: Journey[];
  /** The event's id by its mark, once it was accepted. */
  readonly ids: Map<number, string>;
  readonly sent: Map<number, SentEvent>;
  readonly acceptedAt: Map<number, number>;
  /** When the delivery of an event was stored, by the event's id. */
  readonly deliveredAt: Map<string, number>;
  /** When the results of an event's attempts were stored, by the event's id. */
  readonly settledAt: Map<string, number[]>;
  /** When the bridge ended a hold of the destination. */
  readonly opened: number[];
  /** The starts and ends of processes, and the resumes by a person: after these the bridge may probe at once. */
  readonly disturbed: number[];
  readonly crashes: { readonly at: number; readonly process: number; readonly where: string }[];
  /** When the bridge learned the customer number of a contact. */
  readonly linked: Map<string, number>;
  /** For each appointment: when a person sent its booking again, and whether it had been made already. */
  readonly sentAgain: { readonly at: number; readonly appointment: string; readonly mistaken: boolean }[];
  readonly forced: Set<string>;
  readonly left: Set<string>;
  readonly replayed: Set<string>;
  /** Corrections of people by mark, oldest first. */
  readonly amended: Map<number, Amended[]>;
  /** Faults found during the run. */
  readonly found: string[];
  readonly reports: Report[];
  readonly now: () => number;
  /** Adds a line to the trace. */
  note(line: string): void;
  /** A hash over all lines. */
  trace(): string;
}

/** Makes an empty record; `tell` is called with each line of the trace. */
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
