import type { LookupTables } from '../../config/schema/tables-schema.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { didYouMean, visibleNames } from '../../diagnostics/visible-text.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import type { RuleShape, WrittenRule } from '../schema.ts';
import { withoutBlockEnd } from './block-end.ts';
import { isMap, type Parsing, report } from './parsing.ts';

/** Returns a rule in which a table of the mapping or the config replaces its name in `values`. */
export function withSharedTable(
  parsing: Parsing,
  path: YamlPath,
  { values, ...rule }: WrittenRule,
): RuleShape {
  if (typeof values !== 'string') return { ...rule, ...(values && { values }) };
  const tables = tablesOf(parsing);
  const shared = parsing.tables ?? {};
  const table = Object.hasOwn(tables, values) ? tables[values] : undefined;
  // The entries are in the config, so their faults are reported where the rule names the table.
  if (table === undefined && Object.hasOwn(shared, values)) return { ...rule, values: shared[values] ?? {} };
  if (isMap(table)) {
    const valuesAt = ['tables', values];
    const texts = withoutBlockEnd(parsing.source, valuesAt, table) as RuleShape['values'];
    return { ...rule, values: texts, valuesAt };
  }
  // A table that is not a map is reported at its own place.
  if (table === undefined)
    reportUnknown(parsing, [...path, 'values'], values, [...Object.keys(tables), ...Object.keys(shared)]);
  return { ...rule, values: {} };
}

function reportUnknown(parsing: Parsing, path: YamlPath, name: string, known: readonly string[]): void {
  const near = nearest(name, known)[0] ?? tableOfField(path, known);
  const there =
    known.length === 0
      ? 'neither the mapping nor the config has tables'
      : `there are ${visibleNames(known.slice(0, 10))}`;
  const message = `there is no table "${name}"; ${there}`;
  const hint =
    near === undefined
      ? `add it at the head of the mapping, as in tables: {${/^[\w-]+$/.test(name) ? name : 'interest'}: {high: Stammkunde}}`
      : didYouMean(near, name);
  report(parsing, 'mapping/unknown-table', message, { path }, { hint });
}

/** Returns the table whose name is a part of the rule's field: `hair` for `hair.type`. */
function tableOfField(path: YamlPath, known: readonly string[]): string | undefined {
  const words = String(path.at(-2) ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return known.find(each => words.includes(each.toLowerCase()));
}

/** Reports the tables at the head of a mapping that no rule names. */
export function checkUnusedTables(parsing: Parsing, raw: Readonly<Record<string, unknown>>): void {
  const used = new Set(namedTables(raw));
  for (const name of Object.keys(tablesOf(parsing))) {
    if (used.has(name)) continue;
    const hint = `write values: ${name} in a rule, or remove the table`;
    const at = { path: ['tables', name], part: 'key' } as const;
    report(parsing, 'mapping/unused-table', `no rule uses the table "${name}"`, at, { hint });
  }
}

/** Returns the config's tables that a mapping uses: changing them changes the mapping. */
export function usedOfConfig(parsing: Parsing, raw: Readonly<Record<string, unknown>>): LookupTables {
  const own = tablesOf(parsing);
  const { tables = {} } = parsing;
  const names = new Set(namedTables(raw).filter(each => typeof each === 'string'));
  return Object.fromEntries(
    Object.entries(tables).filter(([name]) => names.has(name) && !Object.hasOwn(own, name)),
  );
}

/** Returns the values of `values` in the rules. */
function namedTables(raw: Readonly<Record<string, unknown>>): readonly unknown[] {
  const set = isMap(raw.set) ? raw.set : {};
  const fields = isMap(set.additionalFields) ? set.additionalFields : {};
  return [raw.destination, ...Object.values(set), ...Object.values(fields)].map(rule =>
    isMap(rule) ? rule.values : undefined,
  );
}

function tablesOf({ source: { value } }: Parsing): Readonly<Record<string, unknown>> {
  return isMap(value) && isMap(value.tables) ? value.tables : {};
}
