import type { Counts } from '../../counts.ts';
import { mappingsThatHold, sumTally, type TallyRow } from '../../decide/sum-tally.ts';
import { strandedCalls } from '../../operations/holds.ts';
import { type Store, StoreUnavailable } from '../../store.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

/** The kinds of rows in `tally`. */
const kinds = { calls: 0, events: 1, unplanned: 2, fresh: 3 } as const;

interface SumRow extends TallyRow {
  readonly kind: number;
  /** The number of rows that were added up. */
  readonly rows: number;
}

/** The number of rows above which the tally is folded: rows are replaced by their sums. */
const mostRows = 1_000;
/**
 * The minimum time between two folds in milliseconds, the number of rows of one part, and the maximum number of parts.
 */
const foldEveryMs = 1_000;
const foldedAtOnce = 10_000;
const mostParts = 20;

/** Counts the calls and events of the store. */
export function counting({ database }: Pick<Parts, 'database'>) {
  let foldedAt = Number.NEGATIVE_INFINITY;
  return {
    async counts() {
      const { sums, counts } = await database.read(readCounts);
      const rows = sums.reduce((sum, each) => sum + each.rows, 0);
      const isDue = performance.now() - foldedAt > foldEveryMs;
      if (isDue && rows > mostRows + 2 * sums.length) {
        foldedAt = performance.now();
        await foldTally(database);
      }
      return counts;
    },
  } satisfies Partial<Store>;
}

async function readCounts(
  transaction: Transaction,
): Promise<{ readonly sums: readonly SumRow[]; readonly counts: Counts }> {
  const sums = await readSums(transaction);
  const counts = countsOf(sums);
  const stranded = strandedCalls(statementsOf(transaction), mappingsThatHold(counts));
  return { sums, counts: { ...counts, stranded: await takeSteps(stranded) } };
}

/** Returns the sums of the tally. Queued calls at a held or paused destination count as held. */
function readSums(transaction: Transaction): Promise<SumRow[]> {
  return transaction.all(
    `SELECT sums.kind, sums.destination, sums.mapping, sums.calls, sums.rows,
       CASE WHEN sums.kind = 0 AND sums.status = 'queued' AND d.stopped_since IS NOT NULL THEN 'held'
         ELSE sums.status END AS status
     FROM (SELECT kind, destination, mapping, status, sum(number) AS calls, count(*) AS rows FROM tally
         GROUP BY kind, destination, mapping, status) sums
       LEFT JOIN destination d ON d.name = sums.destination AND sums.kind = 0`,
  );
}

function countsOf(sums: readonly SumRow[]): Omit<Counts, 'stranded'> {
  const sumOf = (kind: number) => sums.find(each => each.kind === kind)?.calls ?? 0;
  return sumTally(
    sums.filter(({ kind, calls }) => (kind === kinds.calls || kind === kinds.events) && calls > 0),
    { unplanned: sumOf(kinds.unplanned), fresh: sumOf(kinds.fresh) },
  );
}

/** Replaces rows by their sums, in parts. Rows that another process folds at the same time are left to it. */
async function foldTally(database: Database): Promise<void> {
  try {
    for (let left = mostParts; left > 0; left -= 1) {
      const folded = await database.write(foldPart);
      if (folded < foldedAtOnce) return;
    }
  } catch (error) {
    // The counts are right even without folding.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

async function foldPart(transaction: Transaction): Promise<number> {
  const part = await transaction.get<{ rows: number }>(
    `WITH folded AS (
       DELETE FROM tally WHERE ctid = ANY (ARRAY (SELECT ctid FROM tally LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING kind, destination, mapping, status, number),
     summed AS (
       INSERT INTO tally SELECT kind, destination, mapping, status, sum(number) FROM folded
         GROUP BY kind, destination, mapping, status HAVING sum(number) <> 0)
     SELECT count(*) AS rows FROM folded`,
    foldedAtOnce,
  );
  return part?.rows ?? 0;
}
