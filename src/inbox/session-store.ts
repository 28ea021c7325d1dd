/** The role of a session of the console. `link`: it can only sign in, once. */
export type SessionRole = 'admin' | 'reader' | 'link';

/** A session of the console, which is valid in every process. Times are epoch milliseconds. */
export interface ConsoleSession {
  readonly role: SessionRole;
  /** The time when it ends, even if it is used. */
  readonly endsAt: number;
  /** The time when it ends if it is not used before. */
  readonly idleAt: number;
}

/** Sessions of the console. The store identifies them by the SHA-256 of the browser's secret, in hex. */
export interface SessionStore {
  /** Stores a session, and deletes those that have ended. */
  openSession(hash: string, session: ConsoleSession): Promise<void>;
  /** Returns a session that has not ended. */
  session(hash: string): Promise<ConsoleSession | undefined>;
  /** Extends a session: unused, it lasts until `idleAt`. */
  prolongSession(hash: string, idleAt: number): Promise<void>;
  /** Ends a session; returns it if it had not ended before. Of several simultaneous callers, only one gets it. */
  endSession(hash: string): Promise<ConsoleSession | undefined>;
}
