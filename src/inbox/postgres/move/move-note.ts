import { StoreUnusable } from '../../store-unusable.ts';
import type { Transaction } from '../connection/transaction.ts';
import { metaValue } from '../rows/meta.ts';

/** The name under which a move into a database is noted until it is finished. */
export const moveNote = 'move';

/**
 * Makes sure that the store is whole: while one is moved into it, parts of it are missing, and it goes on elsewhere.
 * @throws StoreUnusable where a move into it was begun and not finished
 */
export async function assertNoMoveInto(transaction: Transaction, schema: string): Promise<void> {
  if ((await metaValue(transaction, moveNote)) === undefined) return;
  throw new StoreUnusable(unfinishedWords(schema));
}

/** What to do about it. */
export function unfinishedWords(schema: string): string {
  return (
    `a store is being moved into the schema ${schema} of this database, and not all of it is there yet: run ` +
    `\`fieldbridge migrate --from sqlite:PATH\` with the same file again, which goes on where it was; or, to give the move ` +
    `up, empty it: DROP SCHEMA "${schema}" CASCADE`
  );
}
