import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { findField } from '../../check/call/field-key.ts';
import { fieldPath, ruleName } from '../../check/rule-reading.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import type { UnexpectedValue } from '../../history/trials/unexpected-values.ts';
import type { Surroundings } from '../surroundings.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';

/** The parts of mappings that the list needs, by the names of the mappings. */
interface Looked {
  /** Returns the catalog of the mapping's destination. */
  readonly catalogOf: (mapping: string) => CatalogSnapshot | null;
  /** Returns the text of the file. */
  readonly textOf: (mapping: string) => string | undefined;
}

/**
 * Lists the lines of look-up tables that a person has to compare, as the test that confirms them: below `tests:` as the file
 * indents its tests, or with that key if the file has none. Empty without any line.
 */
export function linesText(
  all: readonly UnexpectedValue[],
  { catalogOf, textOf }: Looked,
  { out }: Pick<Surroundings, 'out'>,
): string {
  const lines = all.filter(({ line }) => line !== undefined);
  if (lines.length === 0) return '';
  const head =
    'No test has these lines of look-up tables, and their words do not show whether they are right. Compare the answer on the left with the value on the right. If they are right, copy these lines to the end of the tests of the mapping:';
  const blocks = [...Map.groupBy(lines, ({ mapping }) => mapping)].flatMap(([mapping, values]) => [
    mapping,
    ...beginning(textOf(mapping)),
    ...[
      '- name: lines of tables',
      '  cases:',
      ...[...Map.groupBy(values, ({ part }) => part)].flatMap(([part, some]) => [
        `    ${ruleLine(part, some, catalogOf(mapping))}`,
        ...some.flatMap(({ line }) => (line ? [`      ${entry(line.key, line.result)}`] : [])),
      ]),
    ].map(each => indentOf(textOf(mapping)) + each),
  ]);
  return `${[wrap(head, columnsOf(out), 0), ...blocks].join('\n')}\n`;
}

const testsKey = /^tests *:/m;
const firstTest = /^tests *:[^\n]*\n(?: *(?:#[^\n]*)?\r?\n)*( *)- /m;

function beginning(text: string | undefined): readonly string[] {
  return text === undefined || testsKey.test(text) ? [] : ['tests:'];
}

function indentOf(text: string | undefined): string {
  return firstTest.exec(text ?? '')?.[1] ?? '  ';
}

function ruleLine(
  part: string,
  [first]: readonly UnexpectedValue[],
  catalog: CatalogSnapshot | null,
): string {
  const field = part.startsWith(fieldPath) && catalog ? findField(ruleName(part), catalog) : undefined;
  const about = [
    ...(field ? [field.name] : []),
    ...(first?.reads ?? []).map(({ what, question }) => `from ${question ?? what}`),
  ];
  return `${ruleName(part)}: # ${escapeText(about.join(', '))}`;
}

/** Writes one line of a table in YAML, also with characters that cannot be seen. */
function entry(key: string, result: string): string {
  return tableEntry(key, result) ?? [key, result].map(quoted).join(': ');
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/gu, each =>
    each === ' '
      ? each
      : each.replace(/[\s\S]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
