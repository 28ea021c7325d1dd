import { migrations } from './schema.ts';

/** The schema as a version of the program knows it. */
export interface KnownSchema {
  /** All known migrations, in their order. */
  readonly migrations: readonly string[];
  /** The minimum number of known migrations with which a program can work with the result of the last one. */
  readonly leastKnown: number;
}

/**
 * The schema of this version. During a roll-out, and after a step back, the previous version works with this schema
 * too. So a migration only adds things that the previous version need not know (a table, an index, an optional column),
 * and unused things are dropped one version later; `leastKnown` rises accordingly.
 */
export const ownSchema: KnownSchema = { migrations, leastKnown: 10 };

/** `ahead`: a newer version has migrated it, and this version can still work with it. */
export type SchemaState = 'none' | 'older' | 'current' | 'ahead' | 'newer';

/** The names of the rows in `meta` about the schema: the number of migrations, and `leastKnown`. */
export const schemaNotes = ['schema', 'schema, least known'] as const;

/** Compares a schema with the schema that a version knows. `notes`: the rows of `meta` named in `schemaNotes`. */
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
