import type { Transaction } from '../postgres/connection/transaction.ts';
import { metaValue } from '../postgres/rows/meta.ts';
import { StoreUnusable } from '../store-unusable.ts';

/** The name in `meta` under which an unfinished move into this database is noted. */
export const moveNote = 'move';

/**
 * Checks that no move into the store is unfinished. Until its end data are missing, and the original is still in use.
 * @throws StoreUnusable if a move into it was begun and not finished
 */
export async function assertNoMoveInto(transaction: Transaction, schema: string): Promise<void> {
  if ((await metaValue(transaction, moveNote)) === undefined) return;
  throw new StoreUnusable(unfinishedWords(schema));
}

/** The next step after an interrupted move. */
export function unfinishedWords(schema: string): string {
  return (
    `a store is being moved into the schema ${schema} of this database, and not all of it is there yet: run ` +
    `\`fieldbridge migrate --from sqlite:PATH\` with the same file again, which continues where it was; or, to give the move ` +
    `up, empty it: DROP SCHEMA "${schema}" CASCADE`
  );
}
