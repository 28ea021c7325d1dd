import type { Database } from './database.ts';

const lookEveryMs = 10_000;
/** A response that took longer than this is too inaccurate. Milliseconds. */
const slowMs = 500;

/**
 * Reports the time of the database's clock at once and then regularly, so that all processes on it use one clock.
 * Returns a function that stops it.
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
    // Without the database, the clock continues from its last value.
    look().catch(() => {});
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
