/** For how long processes on one store count on each other. All are milliseconds. */
export interface Terms {
  /** A work is its owner's for so long after each renewal, by the clock of the database. */
  readonly termMs: number;
  readonly renewEveryMs: number;
  /** Of its own term a process believes so much less. */
  readonly marginMs: number;
  /** What is another's is asked for no more often than this. */
  readonly askEveryMs: number;
  /** Each process says so often that it is there, and looks who else is. */
  readonly lookEveryMs: number;
  /** A process that was not seen for longer is not counted on. */
  readonly goneAfterMs: number;
  /** A call may begin so long after it was claimed without another word to the database. */
  readonly beginWithinMs: number;
}

/** Long enough that a slow moment moves no work, short enough that work waits for less than half a minute. */
export const usualTerms: Terms = {
  termMs: 15_000,
  renewEveryMs: 5_000,
  marginMs: 2_000,
  askEveryMs: 1_000,
  lookEveryMs: 1_000,
  goneAfterMs: 10_000,
  beginWithinMs: 5_000,
};
