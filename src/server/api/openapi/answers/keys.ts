import * as z from 'zod';

/** A schema for every key of a view, and for no other: the compiler holds it. */
export type Keys<View> = Readonly<Record<keyof View, z.ZodType>>;

/** ISO 8601. */
export const time = z.iso.datetime();

/** A page of a list under its name, with the cursor of the next page where there is one. */
export function page<Name extends string>(name: Name, entry: z.ZodType) {
  return z.object({
    [name]: z.array(entry),
    next: z.string().optional().describe('The `cursor` of the next page; left out on the last one'),
  });
}
