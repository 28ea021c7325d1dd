import type { Clock } from '../../../src/inbox/clock.ts';
import type { Store } from '../../../src/inbox/store.ts';

/** A clock that stands still until it is set. */
export interface TestClock extends Clock {
  set(ms: number): void;
  advance(ms: number): void;
}

/** A place for one store, which can be opened, closed and opened again. */
export interface StorePlace {
  open(clock: Clock): Promise<Store>;
  /** Closes a store so that it looks as after the end of its process without a clean stop. */
  crash(store: Store): Promise<void>;
  remove(): Promise<void>;
}

/**
 * A store under test with its clock. `reopen` closes and opens it again, `crash` opens it after its process ended without
 * a clean stop; `store` is the open one.
 */
export interface Bench {
  readonly store: Store;
  readonly clock: TestClock;
  reopen(): Promise<void>;
  crash(): Promise<void>;
}

/** Makes a bench with an empty store, which is removed after the test. */
export type NewBench = () => Promise<Bench>;

/** The initial time of a test's clock. */
export const noon = Date.UTC(2026, 10, 21, 12);

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A clock that stands at noon. */
export function createTestClock(): TestClock {
  let now = noon;
  return {
    now: () => now,
    set(ms) {
      now = ms;
    },
    advance(ms) {
      now += ms;
    },
  };
}
