import * as z from 'zod';

/** A schema for each key of a view, and for no other key; the compiler checks this. */
export type Keys<View> = Readonly<Record<keyof View, z.ZodType>>;

/** A time in ISO 8601. */
export const time = z.iso.datetime();

/** The schema of a page of a list, with the cursor of the next page if there is one. */
export function page<Name extends string>(name: Name, entry: z.ZodType) {
  return z.object({
    [name]: z.array(entry),
    next: z.string().optional().describe('The `cursor` of the next page; left out on the last one'),
  });
}
