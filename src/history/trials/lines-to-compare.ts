import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { translatedChoices } from '../../booking/catalog/translated-choices.ts';
import { findField } from '../../check/call/field-key.ts';
import { isOwn, type Trial } from '../../check/data/trial.ts';
import { lettersOf } from '../../check/names/choice-words.ts';
import { meansTheSame } from '../../check/names/same-meaning.ts';
import { ruleName } from '../../check/rule-reading.ts';
import type { TestingParts } from '../../deliver/planning/test-mapping.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import { isForOthers } from '../../mapping/doubts/unlike-samples/for-others.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { allowsContact } from '../../mapping/opt-out.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { originsIn, type UnexpectedValue } from './unexpected-values.ts';

interface Line {
  readonly key: string;
  readonly result: string;
}

/**
 * Returns the lines of look-up tables that a person has to compare, because their words do not show that they are right:
 * `{Crème de jour: Nachtcreme}`, `{trial: Stammkunde}`. Also the lines that give a choice which another line gives too, while
 * the account has a choice that no line gives, as after a copied line: `{Brandt: Ms Brandt, Novak: Ms Brandt}` beside the choice
 * "Mr Novak", and a choice that `otherwise` gives for each other answer. Without the lines that a test of the mapping
 * has: a reason is about one line, and a test of another mapping about another form.
 */
export async function linesToCompare(
  mapping: Mapping,
  trials: readonly Trial[],
  parts: TestingParts,
): Promise<readonly UnexpectedValue[]> {
  const { destination, name, tests } = mapping;
  const catalog = 'name' in destination ? parts.destination(destination.name)?.catalog : undefined;
  const lines = catalog ? namedRules(mapping).flatMap(named => linesOf(named, catalog)) : [];
  if (lines.length === 0) return [];
  const cases = tests.flatMap(({ instead }) => (instead?.kind === 'cases' ? instead.rules : []));
  const tested = cases.flatMap(of => of.cases.map(({ input }) => [of.rule, comparedKey(input)] as const));
  for (const trial of trials.filter(each => isOwn(each, mapping)).slice(0, mostTried))
    for (const { part, reads } of (await originsIn(mapping, trial, parts)) ?? [])
      for (const { value } of reads)
        tested.push(...answersIn(value).map(each => [ruleName(part), comparedKey(each)] as const));
  return lines.flatMap(({ part, what, place, beside, ...line }) => {
    const known = new Set(beside?.map(comparedKey));
    const isTested = tested.some(
      ([rule, key]) => rule === ruleName(part) && (beside ? !known.has(key) : key === comparedKey(line.key)),
    );
    const reads = [{ what, value: JSON.stringify(line.key) }];
    return isTested ? [] : [{ mapping: name, part, reads, text: line.result, line, place }];
  });
}

/** Returns the answers that a value has: those of a list, or itself. */
function answersIn(value: string): readonly string[] {
  return value.startsWith('[') ? (value.match(/"(?:[^"\\]|\\.)*"|\d+/g) ?? []) : [value];
}

/** Returns the letters of an answer, without the quotation marks of a text; of one without letters, all of it. */
function comparedKey(text: string): string {
  const bare = text.replace(/^"|"$/g, '');
  return lettersOf(bare) || bare.trim();
}

/** Returns the rules whose tables have warnings about their lines: a test must not confirm such a line. */
export function doubtedTables(told: readonly Diagnostic[]): ReadonlySet<string | undefined> {
  return new Set(told.filter(({ code }) => aboutLines.has(code)).map(({ path }) => path));
}

const aboutLines: ReadonlySet<DiagnosticCode> = new Set([
  'check/crossed-table',
  'mapping/reversed-answer',
  'mapping/opt-out-as-consent',
  'mapping/unclear-consent',
]);

/** The number of samples that are tried. */
const mostTried = 50;

interface NamedLine extends Line {
  readonly part: string;
  /** The name of what the rule reads. */
  readonly what: string;
  readonly place: Place;
  /** For the choice of `otherwise`: the keys of the table. */
  readonly beside?: readonly string[];
}

/** Stands for each answer that a table does not have. */
const anyOther = 'any other answer';

function linesOf({ path, place, rule }: NamedRule, catalog: CatalogSnapshot): readonly NamedLine[] {
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0 || !rule.lookup) return [];
  const field = findField(ruleName(path), catalog);
  const statuses = catalog.statuses.map(({ name }) => name);
  const choices = path === 'customerStatus' ? statuses : (field?.selectItems ?? []);
  const names = [
    ...choices.map(each => ({ name: each, choice: each })),
    ...(field ? translatedChoices(field) : []),
  ];
  const lines = [...rule.lookup.entries].flatMap(([key, { value }]) =>
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
      ? [{ key, result: String(value) }]
      : [],
  );
  const what = beginning(expression).replace(/^\w+: /, '');
  const shared = new Set(sharedLines(lines, choices));
  const open = lines.filter(line => shared.has(line) || !meansTheSame(line.key, line.result, names));
  const { otherwise } = rule.lookup;
  const isChoice = typeof otherwise?.value === 'string' && choices.includes(otherwise.value);
  // A no to a consent is the safe side.
  const isAnswer =
    typeof otherwise?.value === 'boolean' && !allowsContact(field?.name ?? path) && !allowsContact(path);
  // For a status, a message says so.
  const further =
    (isChoice || isAnswer) && path !== 'customerStatus' && !isForOthers(otherwise.value)
      ? [otherwise.value]
      : [];
  return [
    ...open.map(line => ({ part: path, what, place, ...line })),
    ...further.map(result => ({
      ...{ part: path, what, place, key: anyOther, result: String(result) },
      beside: [...(rule.lookup?.entries.keys() ?? [])],
    })),
  ];
}

/** Returns the lines that give a choice which another line gives too, while there is a choice that none gives. */
function sharedLines(all: readonly Line[], choices: readonly string[]): readonly Line[] {
  const lines = all.filter(({ result }) => choices.includes(result));
  const own = lines.filter(({ key, result }) => lettersOf(key) !== lettersOf(result));
  const given = (some: typeof lines) => new Set(some.map(({ result }) => result));
  const [inAny, inOwn] = [given(lines), given(own)];
  const isLacking = choices.some(choice => !inAny.has(choice));
  const isOnlyItself = choices.some(choice => !inOwn.has(choice));
  return [...Map.groupBy(lines, ({ result }) => result).values()].flatMap(same => {
    const renamed = same.filter(line => own.includes(line));
    const keys = new Set(renamed.map(({ key }) => lettersOf(key)));
    const isShared = keys.size > 1 ? isOnlyItself : keys.size > 0 && same.length > 1 && isLacking;
    return isShared ? renamed : [];
  });
}
