import { NotOwner } from '../../store.ts';

/** So many calls are written about in one transaction at most. */
export const groupSize = 64;

/** Something about a destination. */
interface AboutDestination {
  readonly claim: { readonly destination: string };
}

/**
 * Does something about destinations together; where one among them is not this process's any more, for each of them apart,
 * and what is about that one gets `lost`.
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
