import { nearest } from '../../diagnostics/nearest.ts';
import { areSpeltAlike } from '../../diagnostics/spellings.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { type ExpressionUse, expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { comparedName } from '../../receive/answers/find-answer.ts';
import { readByMappings } from './read-by-mappings.ts';

/** A column of a list that no mapping reads. */
export interface UnreadColumn {
  readonly column: string;
  /** A rule that reads nearly this name, which the list does not have. */
  readonly near?: { readonly name: string; readonly mapping: string; readonly path: string };
}

/**
 * Returns the columns of a list that no mapping of its source reads: `Groesse`, if a rule reads `Größe`. None if an
 * expression reads the whole row. `alsoRead`: the columns that the source itself reads, such as for its event id.
 */
export function unreadColumns(
  columns: readonly string[],
  mappings: readonly Mapping[],
  alsoRead: (column: string) => boolean,
): readonly UnreadColumn[] {
  const uses = mappings.flatMap(mapping => expressionUses(mapping).map(use => ({ mapping, use })));
  if (uses.length === 0 || uses.some(({ use }) => readsWhole.test(use.expression.source))) return [];
  const { readsPath, readsQuestion } = readByMappings(mappings);
  const unread = columns.filter(
    each => !readsPath(pathText([each])) && !readsQuestion(each) && !alsoRead(each),
  );
  const missing = uses.flatMap(({ mapping, use }) =>
    namesRead(use).flatMap(name =>
      columns.includes(name) ? [] : [{ name, mapping: mapping.name, path: use.path }],
    ),
  );
  return unread.map(column => {
    const near =
      missing.find(({ name }) => areSpeltAlike(name, column)) ??
      missing.find(({ name }) => nearest(name, unread)[0] === column);
    return near ? { column, near } : { column };
  });
}

/** A column that a rule reads and no row of a list has. */
export interface AbsentColumn {
  readonly name: string;
  readonly mapping: string;
  readonly path: string;
}

/**
 * Returns the columns that rules and conditions read and a list does not have. A mapping of which the list has less than half of the
 * columns is for other events of the source.
 */
export function absentColumns(
  columns: readonly string[],
  mappings: readonly Mapping[],
): readonly AbsentColumn[] {
  const names = new Set(columns);
  const questions = new Set(columns.map(comparedName));
  return mappings.flatMap(mapping => {
    const read = expressionUses(mapping).flatMap(use => {
      const { expression, path } = use;
      const { answer, source } = expression;
      if (answer !== undefined) {
        const isThere = partsOf(comparedName(answer)).some(each => questions.has(each));
        return [{ name: answer, path, isThere }];
      }
      const all = columnsRead(use).map(({ name, isAnswer }) => ({
        name,
        path,
        isThere: isAnswer ? questions.has(comparedName(name)) : names.has(name),
      }));
      const isAnyThere = all.some(({ isThere }) => isThere);
      return all.filter(({ name }) => !providesForMissing(source, name, isAnyThere));
    });
    const absent = read.filter(({ isThere }) => !isThere);
    if (absent.length * 2 > read.length) return [];
    return absent.map(({ name, path }) => ({ name, mapping: mapping.name, path }));
  });
}

/** Returns the columns that an expression reads, also in comparisons and functions. Columns are flat. */
function columnsRead({
  expression,
}: ExpressionUse): readonly { readonly name: string; readonly isAnswer: boolean }[] {
  const found = placedPaths(expression).flatMap(({ from, steps }) => {
    const isAnswer = steps[0] === '$answers';
    const [name = '$', ...below] = isAnswer ? steps.slice(1) : steps;
    return from > 0 || below.length > 0 || name.startsWith('$') ? [] : [{ name, isAnswer }];
  });
  return [...new Map(found.map(each => [each.name, each])).values()];
}

/** True if an expression provides for a list without a column: `mobile ?? phone`, `mobile ? mobile : phone`. */
function providesForMissing(source: string, name: string, isOtherThere: boolean): boolean {
  const text = pathText([name]);
  if (source.includes(`$exists(${text})`)) return true;
  return isOtherThere && (alternatives.test(source) || source.includes(`${text} ? ${text} :`));
}

/** `mobile ?? phone` and `[mobile, phone][0]` */
const alternatives = /\?[?:]|\][\s)]*\[/;

/** `address.city` is a part of the answer to `address`. */
function partsOf(answer: string): readonly string[] {
  const keys = answer.split('.');
  return keys.map((_, at) => keys.slice(0, at + 1).join('.'));
}

/** The whole row, or a wildcard. */
const readsWhole = /(?:^|[^\p{L}\p{N}_$.`"'])\$\$?(?![\p{L}\p{N}_$])|\*/u;

function namesRead({ expression }: ExpressionUse): readonly string[] {
  if (expression.answer !== undefined) return [expression.answer];
  return placedPaths(expression).flatMap(({ from, steps: [first, second] }) => {
    if (from > 0 || first === undefined) return [];
    if (first === '$answers') return second === undefined ? [] : [second];
    return first.startsWith('$') ? [] : [first];
  });
}
