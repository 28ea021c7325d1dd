import * as z from 'zod';

/** The query for a page of a list of names from the config or the mappings folder; by default all. */
export const namedQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(1000).describe('1 to 1,000; default 1,000'),
  cursor: z.string().min(1).max(500).optional().describe('`next` of the page before'),
});

/**
 * Returns one page of such a list, under its name, and `next` if there is more. The list is sorted by name, so a page
 * continues at the right place even if its last name is gone.
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
