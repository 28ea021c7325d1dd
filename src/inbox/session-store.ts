/** As whom a session of the console acts. `link`: it does nothing but sign in once. */
export type SessionRole = 'admin' | 'reader' | 'link';

/** A session of the console, at any process. Times are milliseconds since 1970. */
export interface ConsoleSession {
  readonly role: SessionRole;
  /** When it ends, however much it is used. */
  readonly endsAt: number;
  /** When it ends unless it is used before. */
  readonly idleAt: number;
}

/** Sessions of the console. The store knows them by the SHA-256 of what the browser has, in hex. */
export interface SessionStore {
  /** Keeps a session, and deletes those that are over. */
  openSession(hash: string, session: ConsoleSession): Promise<void>;
  /** A session that is not over. */
  session(hash: string): Promise<ConsoleSession | undefined>;
  /** Has a session go on until `idleAt` where nobody uses it. */
  prolongSession(hash: string, idleAt: number): Promise<void>;
  /** Ends a session; answers the one that was not over before. Of several who ask at once, one gets it. */
  endSession(hash: string): Promise<ConsoleSession | undefined>;
}
