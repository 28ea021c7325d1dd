import { NotOwner } from '../../store.ts';

/** The maximum number of calls in one transaction. */
export const groupSize = 64;

/** An item of work at a destination. */
interface AboutDestination {
  readonly claim: { readonly destination: string };
}

/**
 * Runs items of several destinations together. If this process lost one of the destinations, each destination runs
 * alone, and the items of the lost one get `lost`.
 */
export async function ownedApart<Item extends AboutDestination, Result>(
  items: readonly Item[],
  lost: Result,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  try {
    return await run(items);
  } catch (error) {
    if (!(error instanceof NotOwner)) throw error;
  }
  const numbered = items.map((item, index) => ({ item, index }));
  const apart = Map.groupBy(numbered, ({ item }) => item.claim.destination);
  if (apart.size === 1) return items.map(() => lost);
  const results: Result[] = items.map(() => lost);
  for (const some of apart.values()) {
    const found = await ownedApart(
      some.map(({ item }) => item),
      lost,
      run,
    );
    for (const [at, { index }] of some.entries()) results[index] = found[at] ?? lost;
  }
  return results;
}
