import { areSpeltAlike } from '../../diagnostics/spellings.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { patternFault } from '../../expressions/date-pattern.ts';
import { looksLikePlainWord } from '../../expressions/likely-mistakes.ts';
import { conditionsForNothing } from '../../expressions/nothing-by-condition.ts';
import { beginning } from '../answers/answer-expression.ts';
import { convert } from '../convert/convert.ts';
import { doubtOfFormat, doubtsOfPatterns } from '../convert/doubts.ts';
import { presenceOf } from '../convert/presence.ts';
import type { Rule } from '../mapping.ts';
import { asksForOptOut, reversedTable } from '../opt-out.ts';
import { decidesWho } from '../parameters.ts';
import { type DefaultedRule, ownerWords } from '../rule-defaults.ts';
import type { RuleShape } from '../schema.ts';
import { type Parsing, report } from './parsing.ts';
import type { RuleUse } from './rule-use.ts';

/**
 * Warns about what a rule probably does not mean: a consent that nobody gave, a word that is read as a path. `base` is
 * what the rule begins with, where that could be read.
 */
export function warnAboutRule(parsing: Parsing, path: YamlPath, rule: Omit<Written, 'path'>): void {
  const written = { path, ...rule };
  checkConsent(parsing, written);
  checkOptOut(parsing, written);
  checkPerson(parsing, written);
  checkPlainWord(parsing, written);
  checkPatterns(parsing, written);
  checkClearing(parsing, written);
  checkBadValue(parsing, written);
}

/** A rule as it is written, and what it is for. */
interface Written {
  readonly path: YamlPath;
  readonly shape: RuleShape;
  readonly base: Rule['base'] | undefined;
  readonly use: RuleUse;
  /** Its keys with the defaults that count for it. */
  readonly defaulted: DefaultedRule;
}

/** A value that is deleted since a condition is not true, not since the payload says so. */
function checkClearing(parsing: Parsing, { path, shape, base, use, defaulted }: Written): void {
  if (shape.because !== undefined || !base) return;
  const expressions =
    base.kind === 'expression' ? [base.expression] : base.kind === 'template' ? base.parts : [];
  const found = expressions.flatMap(each => (typeof each === 'string' ? [] : conditionsForNothing(each)));
  const ofTable =
    shape.otherwise === null ? [{ text: 'the table has the value', gives: 'missing' as const }] : [];
  for (const [key, gives] of [
    ['whenMissing', 'missing'],
    ['whenEmpty', 'empty'],
  ] as const) {
    const condition = [...found, ...ofTable].find(each => each.gives === gives);
    if (defaulted[key] !== 'clear' || !condition) continue;
    const message = `${use.name} is deleted by every event of which it is not true that ${condition.text}`;
    const owner = defaulted.given?.find(each => each.key === key);
    const mend = owner
      ? `write ${key}: skip, since ${key}: clear comes from the ${ownerWords(owner)}`
      : `remove ${key}: clear`;
    const hint = `move the condition to when: of a mapping of its own, or ${mend}; if it is meant, add because: with the reason`;
    const at = { path: owner ? path : [...path, key] };
    report(parsing, 'mapping/clears-by-condition', message, at, { hint });
  }
}

/** A bad value deletes a good one, which nobody can bring back. */
function checkBadValue(parsing: Parsing, { path, shape, use }: Written): void {
  if (shape.onInvalid !== 'clear' || shape.because !== undefined || !use.parameter.clearable) return;
  const message = `a bad value deletes the ${use.name} that the account has`;
  const hint = 'write onInvalid: drop, which keeps it; if deleting is meant, add because: with the reason';
  report(parsing, 'mapping/clears-bad-value', message, { path: [...path, 'onInvalid'] }, { hint });
}

/** Patterns of dates that cannot tell what was meant. */
function checkPatterns(parsing: Parsing, { path, shape }: Written): void {
  const { parse = [], format, because } = shape;
  if (because !== undefined) return;
  const ofFormat =
    format !== undefined && patternFault(format) === undefined ? doubtOfFormat(format) : undefined;
  if (ofFormat) {
    const { message, hint } = ofFormat;
    report(parsing, 'mapping/ambiguous-value', message, { path: [...path, 'format'] }, { hint });
  }
  const patterns = [parse].flat().filter(pattern => patternFault(pattern) === undefined);
  for (const { message, hint } of doubtsOfPatterns(patterns))
    report(parsing, 'mapping/ambiguous-value', message, { path: [...path, 'parse'] }, { hint });
}

/** A number that does not come from the event is that of the same customer, whoever the event is about. */
function checkPerson(parsing: Parsing, { path, shape, base, use }: Written): void {
  if (!decidesWho(use.parameter) || shape.because !== undefined) return;
  const fixed: [string, YamlPath][] = [];
  if (literalOf(base)) fixed.push(['is the same for every event', path]);
  for (const key of ['default', 'otherwise'] as const) {
    if (shape[key] !== undefined && shape[key] !== null)
      fixed.push([`is the same for every event that has none (${key})`, [...path, key]]);
  }
  for (const [what, at] of fixed) {
    const hint =
      'read it from the payload, or write $linked where a link finds it; if it is right, add because: with the reason';
    report(parsing, 'mapping/fixed-person', `${use.name} ${what}`, { path: at }, { hint });
  }
}

/** A consent must come from the person: a literal in its place wants a reason. */
function checkConsent(parsing: Parsing, { path, shape, base, use }: Written): void {
  if (!use.parameter.consent || shape.because !== undefined) return;
  const invented: [string, YamlPath][] = [];
  const literal = literalOf(base);
  if (literal && says(literal.value)) invented.push(['the literal', path]);
  for (const key of ['default', 'otherwise'] as const) {
    if (shape[key] !== undefined && says(shape[key])) invented.push([key, [...path, key]]);
  }
  for (const [what, at] of invented) {
    const message = `${what} says yes to ${use.name} for a person who was not asked`;
    report(
      parsing,
      'mapping/invented-consent',
      message,
      { path: at },
      {
        hint: 'take the consent from the payload, or add because: with the reason why this is right',
      },
    );
  }
}

/** A yes to a question such as `optout` is no consent, though `as: boolean` would read it as one. */
function checkOptOut(parsing: Parsing, { path, shape, base, use }: Written): void {
  if (!use.parameter.consent || shape.because !== undefined || shape.values !== undefined) return;
  const steps = base?.kind === 'expression' ? base.expression.path : undefined;
  if (base?.kind !== 'expression' || !asksForOptOut(steps?.at(-1) ?? '')) return;
  const { answer, source } = base.expression;
  const from = answer === undefined ? source.trim() : `"${visibleText(answer)}"`;
  const hint = `write ${use.name}: {${answer === undefined ? `from: ${from}` : beginning(base.expression)}, values: ${reversedTable('')}, because: "…"}, with the words that the sender uses, and the reason`;
  const message = `a yes to ${from} is a no to ${use.name} by its name, but the rule reads it as a yes`;
  report(parsing, 'mapping/opt-out-as-consent', message, { path }, { hint, place: base.place });
}

function literalOf(base: Rule['base'] | undefined): { readonly value: unknown } | undefined {
  if (base?.kind === 'literal') return { value: base.value };
  if (base?.kind === 'expression') return base.expression.literal ?? undefined;
  if (base?.kind !== 'template') return undefined;
  return base.parts.every(part => typeof part === 'string') ? { value: base.parts.join('') } : undefined;
}

/** Whether a literal says anything but no. */
function says(value: unknown): boolean {
  return presenceOf(value) === 'present' && asBoolean(value) !== 'false';
}

function asBoolean(value: unknown): string | undefined {
  const rule = { date: { parse: [], format: undefined, zone: undefined }, phone: { country: undefined } };
  const converted = convert(value, { as: 'boolean', separator: ',', ...rule });
  return 'value' in converted ? converted.value : undefined;
}

/**
 * A single word is a path into the payload, but a name with a capital letter, a status or a yes was probably meant as
 * it stands. A payload of the tests that has the path proves the opposite.
 */
function checkPlainWord(parsing: Parsing, { path, shape, base, use }: Written): void {
  if (base?.kind !== 'expression' || shape.values !== undefined) return;
  const { expression } = base;
  if (!looksLikePlainWord(expression) || use.samples.has(expression.path ?? [])) return;
  const word = expression.source.trim();
  const isName = /^\p{Lu}/u.test(word) || (use.parameter.name && word !== use.name);
  const isAnswer = use.parameter.boolean && asBoolean(word) !== undefined;
  if (!isName && !isAnswer) return;
  const message = `"${word}" is read as the path of a value in the payload`;
  report(parsing, 'expression/plain-word', message, { path }, () => {
    const near = use.samples.near(expression.path ?? []);
    const itself = `write {value: ${word}}`;
    const hint =
      near === undefined
        ? `if you mean the text itself, ${itself}`
        : areSpeltAlike(near, word)
          ? `did you mean ${near}, which a sample has?`
          : `did you mean ${near}, which a sample has? If you mean the text itself, ${itself}`;
    return { hint, place: base.place };
  });
}
