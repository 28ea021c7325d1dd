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
import { spellings } from '../../diagnostics/spellings.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { originsIn, type UnexpectedValue } from './unexpected-values.ts';

/** A line of a look-up table that a person has to compare. */
export interface TableLine {
  readonly value: UnexpectedValue & { readonly line: Line };
  /** True if a test of the mapping has it. */
  readonly isTested: boolean;
  /** True if a table of cases has it: somebody has looked at this line, and not only at a whole call. */
  readonly isInCases: boolean;
}

interface Line {
  readonly key: string;
  readonly result: string;
}

/**
 * Returns the lines of look-up tables that a person has to compare, because their words do not show that they are right:
 * `{Crème de jour: Nachtcreme}`, `{trial: Stammkunde}`. Also the lines that give a choice which another line gives too, while
 * the account has a choice that no line gives, as after a copied line: `{Brandt: Ms Brandt, Novak: Ms Brandt}` beside the choice
 * "Mr Novak", and a choice that `otherwise` gives for each other answer. `because` confirms a rule.
 */
export async function linesToCompare(
  mapping: Mapping,
  trials: readonly Trial[],
  parts: TestingParts,
): Promise<readonly TableLine[]> {
  const { destination, name, tests } = mapping;
  const catalog = 'name' in destination ? parts.destination(destination.name)?.catalog : undefined;
  const lines = catalog ? namedRules(mapping).flatMap(named => linesOf(named, catalog)) : [];
  if (lines.length === 0) return [];
  const cases = tests.flatMap(({ instead }) => (instead?.kind === 'cases' ? instead.rules : []));
  const ofCases = cases.flatMap(of => of.cases.map(({ input }) => [of.rule, comparedKey(input)] as const));
  const ofSamples: (readonly [string, string])[] = [];
  for (const trial of trials.filter(each => isOwn(each, mapping)).slice(0, mostTried))
    for (const { part, reads } of (await originsIn(mapping, trial, parts)) ?? [])
      for (const { value } of reads) ofSamples.push([ruleName(part), comparedKey(value)]);
  return lines.map(({ part, what, place, beside, ...line }) => {
    const reads = [{ what, value: JSON.stringify(line.key) }];
    const known = new Set(beside?.map(comparedKey));
    const isRead = ([rule, key]: readonly [string, string]) =>
      rule === ruleName(part) && (beside ? !known.has(key) : key === comparedKey(line.key));
    const isInCases = ofCases.some(isRead);
    return {
      value: { mapping: name, part, reads, text: line.result, line, place },
      isTested: isInCases || ofSamples.some(isRead),
      isInCases,
    };
  });
}

/** Returns the letters of an answer, without the quotation marks of a text; of one without letters, all of it. */
function comparedKey(text: string): string {
  const bare = text.replace(/^"|"$/g, '');
  return lettersOf(bare) || bare.trim();
}

/**
 * Returns the lines that no test of their mapping has, nor the cases of another one, each once: several mappings have the same
 * lines of a table of the config, or of a form with several versions.
 */
export function untestedLines(all: readonly TableLine[]): readonly UnexpectedValue[] {
  const nameOf = ({ value: { part, line } }: TableLine) =>
    JSON.stringify([part, comparedKey(line.key), line.result]);
  const inCases = new Set(all.flatMap(each => (each.isInCases ? nameOf(each) : [])));
  const found = new Map<string, UnexpectedValue>();
  for (const each of all) {
    const key = nameOf(each);
    if (!each.isTested && !inCases.has(key) && !found.has(key)) found.set(key, each.value);
  }
  return [...found.values()];
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
  if (!expression || others.length > 0 || !rule.lookup || rule.because !== undefined) return [];
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
  // For a status, a message says so.
  const further =
    isChoice && path !== 'customerStatus' && !isForOthers(otherwise.value) ? [otherwise.value] : [];
  return [
    ...open.map(line => ({ part: path, what, place, ...line })),
    ...further.map(result => ({
      ...{ part: path, what, place, key: anyOther, result: String(result) },
      beside: [...(rule.lookup?.entries.keys() ?? [])],
    })),
  ];
}

/** True for a choice such as "Sonstiges" and "unbekannt". */
function isForOthers(choice: unknown): boolean {
  return typeof choice === 'string' && others.test(spellings(choice)[0] ?? '');
}

const others =
  /\b(?:sonstige\w*|sonstwo|ander(?:e|es|er|weitig)|others?|autres?|anders|overige?|divers\w*|unbekannt|unknown|unsure|inconnu|onbekend|egal|misc|k a|n a|keine angabe|not specified|altro|otros?)\b/;

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
