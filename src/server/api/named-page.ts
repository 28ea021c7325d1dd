import * as z from 'zod';

/** Which part of a list of what the config or the mappings folder names; all of it, where there are not more. */
export const namedQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(1000).describe('1 to 1,000; default 1,000'),
  cursor: z.string().min(1).max(500).optional().describe('`next` of the page before'),
});

/**
 * One page of such a list, under its name, and `next` where there is more. It is sorted by name, so that a page goes on
 * at the right place though what it stopped at is gone.
 */
export function pageOf<View extends { readonly name: string }>(
  listName: string,
  views: readonly View[],
  { limit, cursor }: z.infer<typeof namedQuery>,
): Readonly<Record<string, readonly View[] | string>> {
  const sorted = views.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const rest = cursor === undefined ? sorted : sorted.filter(({ name }) => name > cursor);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { [listName]: page, ...(rest.length > limit && last && { next: last.name }) };
}
