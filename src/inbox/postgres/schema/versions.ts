import { migrations } from './schema.ts';

/** What a version of the program knows of the schema. */
export interface KnownSchema {
  /** All that it knows, in their order. */
  readonly migrations: readonly string[];
  /** So many of them a program has to know, at the least, to work with what the last one leaves. */
  readonly leastKnown: number;
}

/**
 * The schema of this version. A roll-out goes both ways: while it lasts, and after a step back, the version before works
 * with this schema. So a migration adds what the one before need not know (a table, an index, a column that may be left
 * out), and what is not used any more is dropped one version later; `leastKnown` goes up by what that needs.
 */
export const ownSchema: KnownSchema = { migrations, leastKnown: 1 };

/** `ahead`: a newer version has migrated it, and left it so that this one can work with it. */
export type SchemaState = 'none' | 'older' | 'current' | 'ahead' | 'newer';

/** What `meta` says of the schema: name and value. */
export const schemaNotes = ['schema', 'schema, least known'] as const;

/** How a schema stands to what a version knows of it. `notes`: the rows of `meta` that `schemaNotes` names. */
export function schemaState(
  notes: readonly { readonly name: string; readonly value: string }[],
  known: KnownSchema = ownSchema,
): { readonly state: SchemaState; readonly seen: number } {
  const [seen = 0, leastKnown = seen] = schemaNotes.map(each => {
    const value = notes.find(({ name }) => name === each)?.value;
    return value === undefined ? undefined : Number(value);
  });
  const knows = known.migrations.length;
  if (seen === 0) return { state: 'none', seen };
  if (seen <= knows) return { state: seen === knows ? 'current' : 'older', seen };
  return { state: leastKnown <= knows ? 'ahead' : 'newer', seen };
}
