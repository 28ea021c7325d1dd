import { areSpeltAlike } from '../../diagnostics/spellings.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { conditionsForNothing } from '../../expressions/comparisons/nothing-by-condition.ts';
import { possibleResults } from '../../expressions/comparisons/possible-results.ts';
import { textLimit } from '../../expressions/comparisons/text-limit.ts';
import {
  type Doubt,
  doubtOfFormat,
  doubtOfParts,
  doubtsOfPatterns,
} from '../../expressions/convert/pattern-doubts.ts';
import { patternFault } from '../../expressions/date-pattern.ts';
import { looksLikePlainWord } from '../../expressions/habits/likely-mistakes.ts';
import { treeOf } from '../../expressions/parse.ts';
import { meansComingDay } from '../doubts/coming-day.ts';
import { asksForConsent } from '../opt-out.ts';
import { identifiesSubject, identifyingParameters } from '../parameters.ts';
import { ownerWords } from '../rule-defaults.ts';
import { isMap, type Parsing, report } from './parsing.ts';
import { asBoolean, fixedLiteral, type RuleAsWritten } from './rule-as-written.ts';
import type { RuleUse } from './rule-use.ts';
import { usualHeaders } from './usual-headers.ts';
import { warnAboutConsent } from './warn-about-consent.ts';
import { warnAboutSameValue } from './warn-about-same.ts';

/**
 * Warns about probable mistakes in a rule: a consent that nobody gave, or a word that is read as a path.
 * `base`: the base of the rule, if it is readable.
 */
export function warnAboutRule(parsing: Parsing, path: YamlPath, rule: Omit<RuleAsWritten, 'path'>): void {
  const written = { path, ...rule };
  if (!warnAboutConsent(parsing, written)) warnAboutSameValue(parsing, written);
  checkPerson(parsing, written);
  checkPlainWord(parsing, written);
  checkKeys(parsing, written);
  checkPatterns(parsing, written);
  checkClearing(parsing, written);
  checkBadValue(parsing, written);
}

/** Warns about a value that is deleted because of a false condition and not because of the payload. */
function checkClearing(parsing: Parsing, { path, shape, base, use, defaulted }: RuleAsWritten): void {
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
    const message = `every event for which ${condition.text} is false deletes ${use.name}`;
    const owner = defaulted.given?.find(each => each.key === key);
    const mend = owner
      ? `write ${key}: skip, since ${key}: clear comes from the ${ownerWords(owner)}`
      : `remove ${key}: clear`;
    const hint = `move the condition to when: of a mapping of its own, or ${mend}; if it is meant, add because: with the reason`;
    const at = { path: owner ? path : [...path, key] };
    report(parsing, 'mapping/clears-by-condition', message, at, { hint });
  }
}

/** Warns about a bad value that deletes a good one, which cannot be restored. */
function checkBadValue(parsing: Parsing, { path, shape, use }: RuleAsWritten): void {
  if (shape.onInvalid !== 'clear' || shape.because !== undefined || !use.parameter.clearable) return;
  const message = `a bad value deletes the ${use.name} that the account has`;
  const hint = 'write onInvalid: drop, which keeps it; if deleting is meant, add because: with the reason';
  report(parsing, 'mapping/clears-bad-value', message, { path: [...path, 'onInvalid'] }, { hint });
}

/** Warns about table keys that the function in `from` never gives: `from: $lowercase(x), values: {Ja: …}`. */
function checkKeys(parsing: Parsing, { path, shape, base }: RuleAsWritten): void {
  if (base?.kind !== 'expression' || typeof shape.values !== 'object') return;
  const { expression } = base;
  const limit = expression.path === null ? textLimit(treeOf(expression)) : undefined;
  if (!limit) return;
  for (const key of Object.keys(shape.values)) {
    const nearest = limit.nearest(key);
    const isFound = shape.ignoreCase && nearest?.toLowerCase() === key.toLowerCase();
    if (limit.admits(key) || isFound) continue;
    const message = `from gives ${limit.words}, so the key "${visibleText(key)}" of the table is never found`;
    const meant = nearest !== undefined && limit.admits(nearest) ? nearest : undefined;
    const hint =
      meant === undefined
        ? 'write the key as the function gives it'
        : `did you mean ${JSON.stringify(visibleText(meant))}?`;
    const details = { hint, meant };
    report(parsing, 'expression/impossible-text', message, { path: [...path, 'values', key] }, details);
  }
}

/**
 * Warns about ambiguous patterns of dates. With `because` it is a note: the reason may be about the value that the rule
 * reads, and not about its pattern.
 */
function checkPatterns(parsing: Parsing, { path, shape, base, use }: RuleAsWritten): void {
  const { parse = [], format, because } = shape;
  if (shape.as === 'number') return;
  const told = ({ message, hint }: Doubt, key: 'format' | 'parse') => {
    const details = because === undefined ? { hint } : ({ hint: ofReason, severity: 'info' } as const);
    report(parsing, 'mapping/ambiguous-value', message, { path: [...path, key] }, details);
  };
  const ofFormat =
    format !== undefined && patternFault(format) === undefined ? doubtOfFormat(format) : undefined;
  if (ofFormat) told(ofFormat, 'format');
  const patterns = [parse].flat().filter(pattern => patternFault(pattern) === undefined);
  const ofParts = shape.as === 'date' ? doubtOfParts(patterns, format) : undefined;
  const isComing = base !== undefined && meansComingDay({ base }, use.name);
  const ofPatterns = doubtsOfPatterns(patterns).filter(({ isAhead }) => !(isAhead && isComing));
  for (const doubt of [...(ofParts ? [ofParts] : []), ...ofPatterns]) told(doubt, 'parse');
}

const ofReason = 'see that the reason in because: is also about this';

/**
 * Warns about a fixed customer number, name, e-mail address or phone number. The account finds customers by
 * these, so all events would change the same customer.
 */
function checkPerson(parsing: Parsing, { path, shape, base, use }: RuleAsWritten): void {
  const decides = identifiesSubject(use.parameter);
  const isDetail = use.parameter.detail === true && personDetails.has(use.name);
  if ((!decides && !isDetail) || shape.because !== undefined) return;
  const fixed: [string, YamlPath][] = [];
  if (fixedLiteral(base)) fixed.push(['is the same for every event', path]);
  else if (literalWithoutPaths(base)) fixed.push(['is the same for every event without a value', path]);
  for (const key of ['default', 'otherwise'] as const) {
    if (shape[key] !== undefined && shape[key] !== null && shape[key] !== '')
      fixed.push([`is the same for every event without a value (${key})`, [...path, key]]);
  }
  for (const [what, at] of fixed) {
    const cure = decides
      ? 'read it from the payload, or write $linked where a link finds it'
      : at === path
        ? 'read it from the payload'
        : `remove ${String(at.at(-1))}, so that nothing is sent where there is none`;
    const hint = `${cure}; if it is right, add because: with the reason`;
    report(parsing, 'mapping/fixed-person', `${use.name} ${what}`, { path: at }, { hint });
  }
}

/** True if an expression returns its own text or number if it finds nothing: `nr ?: 1001`. */
function literalWithoutPaths(base: RuleAsWritten['base']): boolean {
  if (base?.kind !== 'expression' || base.expression.path !== null || base.expression.isConstant)
    return false;
  const [only, ...others] = possibleResults(base.expression, 'with none of its paths')?.all ?? [];
  return (
    only?.kind === 'value' &&
    others.length === 0 &&
    ((typeof only.value === 'string' && only.value.trim() !== '') || typeof only.value === 'number')
  );
}

/** The details by which the account identifies a person. */
const personDetails: ReadonlySet<string> = new Set(['firstName', 'name', 'email', 'mobile', 'phone']);

/**
 * True for a word that is probably the header of a column, as in `firstName: Vorname`: nobody writes the same name for
 * everybody, and a sender with such a header has others.
 */
function isProbablyHeader({ parameter, name }: RuleUse, { source }: Parsing): boolean {
  if (identifiesSubject(parameter) || personDetails.has(name)) return true;
  if (parameter.name || !isMap(source.value)) return false;
  const { link, set } = source.value;
  const ofPerson = isMap(set) ? Object.entries(set).filter(([key]) => ofOnePerson.has(key)) : [];
  return [link, ...ofPerson.map(([, rule]) => (isMap(rule) ? rule.from : rule))].some(
    each => typeof each === 'string' && readsHeader(each),
  );
}

/** True if an expression reads a name with a capital letter: `Kundennummer`, `$string(Nr)`, `$join([Email, Vorname])`. */
function readsHeader(source: string): boolean {
  const rest = source.replace(/"[^"]*"|'[^']*'/g, '""');
  return /(?:^|[^\p{L}\p{N}_.$])\p{Lu}[\p{L}\p{N}_]*/u.test(rest);
}

/** The parameters that no mapping sets to a literal. */
const ofOnePerson: ReadonlySet<string> = new Set([...identifyingParameters, ...personDetails]);

/**
 * Warns about a single word. It is a path into the payload, but a name with a capital letter, a status or a
 * yes was probably meant as a text. There is no warning if a test's payload has the path.
 */
function checkPlainWord(parsing: Parsing, { path, shape, base, use }: RuleAsWritten): void {
  if (base?.kind !== 'expression' || shape.values !== undefined) return;
  const { expression } = base;
  if (!looksLikePlainWord(expression) || use.samples.has(expression.path ?? [])) return;
  const word = expression.source.trim();
  const isName = /^\p{Lu}/u.test(word) || (use.parameter.name && word !== use.name);
  const isYes = asBoolean(word) !== undefined;
  const isAnswer = use.parameter.boolean && isYes;
  if (!isName && !isAnswer) return;
  if (!use.samples.isThere && !isAnswer && isProbablyHeader(use, parsing)) return;
  const near = use.samples.near(expression.path ?? []);
  if (near === undefined && !isYes && usualHeaders.has(word.toLowerCase())) return;
  const message = `"${word}" is read as the path of a value in the payload`;
  report(parsing, 'expression/plain-word', message, { path }, () => {
    if (isYes && use.name === 'hasMarketingBox') {
      const hint = 'write hasMarketingBox: {value: true} if every form asks the question';
      return { hint, place: base.place };
    }
    const isConsent = use.parameter.consent || (isYes && asksForConsent(use.name));
    if (isConsent) {
      const rule = use.parameter.consent ? 'PATH' : '{from: PATH, as: boolean}';
      const hint = `let the answer decide: write ${use.name}: ${near && use.parameter.consent ? near : rule}, with the path of the answer in the payload`;
      return { hint, place: base.place };
    }
    const itself = `write {value: ${word}}`;
    const hint =
      near === undefined
        ? `if you mean the text itself, ${itself}`
        : areSpeltAlike(near, word)
          ? `did you mean ${near}, which a sample has?`
          : `did you mean ${near}, which a sample has? If you mean the text itself, ${itself}`;
    return { hint, meant: near, place: base.place };
  });
}
