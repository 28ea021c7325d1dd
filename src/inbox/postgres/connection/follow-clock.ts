import type { Database } from './database.ts';

const lookEveryMs = 10_000;
/** An answer that took longer says too little. */
const slowMs = 500;

/**
 * Tells what time it is by the clock of the database, at once and from time to time, so that all processes on it go by
 * one clock. Answers what ends that.
 */
export async function followClock(database: Database, tell: (now: number) => void): Promise<() => void> {
  async function look(): Promise<void> {
    const asked = performance.now();
    const row = await database.read(transaction =>
      transaction.get<{ now: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      ),
    );
    const tookMs = performance.now() - asked;
    if (row && tookMs < slowMs) tell(row.now + tookMs / 2);
  }

  await look();
  const timer = setInterval(() => {
    // While the database is away, the clock goes on as it did.
    look().catch(() => {});
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
