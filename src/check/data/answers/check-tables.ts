import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import { scalarText } from '../../../expressions/convert/scalar-text.ts';
import { consentAnswer } from '../../../mapping/convert/consent-answer.ts';
import { evaluateBase } from '../../../mapping/evaluate/evaluate-base.ts';
import { type LookupTable, lookupKey } from '../../../mapping/evaluate/look-up.ts';
import type { Mapping, Rule } from '../../../mapping/mapping.ts';
import { namedRules } from '../../../mapping/rules-of.ts';
import { someOf, someQuoted } from '../../fault.ts';
import type { Patience } from '../patience.ts';
import { isOwn, tryOn, type Wanted } from '../trial.ts';

/** The number of values from which an unused key of a table is reported. */
const enoughValues = 50;

/** Returns notes about keys of look-up tables that no event has. Values of stored events are not shown. */
export async function checkTables(
  mapping: Mapping,
  wanted: readonly Wanted[],
  patience: Patience,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const { path, rule } of namedRules(mapping)) {
    if (rule.lookup === undefined) continue;
    const note = idleEntries(
      rule,
      rule.lookup,
      path,
      await valuesOf(rule, wanted, each => isOwn(each.trial, mapping) || patience()),
    );
    if (note) found.push(note);
  }
  return found;
}

interface Values {
  readonly keys: ReadonlySet<string>;
  readonly count: number;
  /** True if an event has null, which is not looked up. */
  readonly hasNull: boolean;
  /** The values in samples. */
  readonly ofSamples: ReadonlySet<string>;
}

async function valuesOf(
  rule: Rule,
  wanted: readonly Wanted[],
  isTried: (each: Wanted) => boolean,
): Promise<Values> {
  const keys = new Set<string>();
  const ofSamples = new Set<string>();
  let count = 0;
  let hasNull = false;
  for (const each of wanted) {
    if (!isTried(each)) continue;
    const { trial, scope } = each;
    const { base } = rule;
    const found = await (base.kind === 'expression'
      ? tryOn(base.expression, scope)
      : evaluateBase(rule, scope));
    const value = 'value' in found ? found.value : undefined;
    hasNull ||= [value].flat().includes(null);
    for (const element of elementsOf(value)) {
      const text = scalarText(element);
      if (!('value' in text)) continue;
      count += 1;
      for (const key of keysOf(text.value, rule)) keys.add(key);
      if (trial.test) ofSamples.add(text.value);
    }
  }
  return { keys, count, hasNull, ofSamples };
}

/** Returns the keys of a table that would match a value. */
function keysOf(text: string, { lookup, trim }: Rule): readonly string[] {
  const texts = trim === false ? [text] : [text, withoutBlankEnds(text)];
  return texts.map(each => lookupKey(each, { ignoreCase: lookup?.ignoreCase ?? false }));
}

function idleEntries(
  rule: Rule,
  lookup: LookupTable,
  path: string,
  { keys, count, hasNull, ofSamples }: Values,
): Diagnostic | undefined {
  const { entries } = lookup;
  if (hasNull && entries.has('null') && !keys.has('null'))
    return nullKey(rule, path, entries.get('null')?.value);
  const unused = [...entries.keys()].filter(key => !keys.has(key));
  const isAll = unused.length === entries.size;
  const idle = isAll ? unused : unused.filter(key => !isOnlyAnswer(key, lookup, unused));
  if (count === 0 || idle.length === 0 || (!isAll && count < enoughValues)) return undefined;
  const seen = ofSamples.size === 0 ? '' : `; the samples have ${someQuoted([...ofSamples])}`;
  const message = isAll
    ? `no key of the table occurs in the data (${someOf(idle)})${seen}`
    : `of the last ${count} values none was ${someOf(idle)}, which the table has`;
  const hasBooleans = [...ofSamples].every(each => each === 'true' || each === 'false') && ofSamples.size > 0;
  return diagnostic('check/idle-entry', message, {
    ...(isAll && { severity: 'warning' }),
    hint: isAll
      ? hasBooleans
        ? 'write the keys as the payload has them: true and false'
        : keysHint(idle, ofSamples, lookup)
      : 'compare the spelling of the keys with the answers of the sender; a rare answer stays, and a key that the sender does not send any more can be removed',
    place: rule.place,
    path,
  });
}

/** True for the no of a table of yes and no, if no other key for a no occurs: the first no would fail without it. */
function isOnlyAnswer(key: string, { entries }: LookupTable, unused: readonly string[]): boolean {
  const answers = new Map([...entries].map(([each, { value }]) => [each, consentAnswer(value)]));
  const answer = answers.get(key);
  if ([...answers.values()].includes(undefined)) return false;
  return ![...answers].some(([each, other]) => other === answer && !unused.includes(each));
}

/** Reports `{null: none}`: the key is the text "null", but null in a payload is never looked up. */
function nullKey(rule: Rule, path: string, sent: unknown): Diagnostic {
  const message =
    'the key null of the table is the text "null"; null in the payload is an empty value, which no table has';
  const text = scalarText(sent);
  const hint =
    sent !== null && 'value' in text
      ? `write default: ${JSON.stringify(text.value)} in the rule in place of this key`
      : 'remove the key: an empty value is not sent';
  return diagnostic('check/idle-entry', message, { severity: 'warning', hint, place: rule.place, path });
}

/** Advises to ignore case only if a value is then found, and mentions swapped sides of a table. */
function keysHint(idle: readonly string[], ofSamples: ReadonlySet<string>, lookup: LookupTable): string {
  const cased = new Set([...ofSamples].map(each => withoutBlankEnds(each).toLowerCase()));
  const sent = [...lookup.entries.values()].flatMap(({ value }) =>
    typeof value === 'string' ? [value.toLowerCase()] : [],
  );
  if (cased.size > 0 && [...cased].every(each => sent.includes(each)))
    return 'swap the sides: on the left stands the word of the payload, on the right the word that is sent';
  const isFound = !lookup.ignoreCase && idle.some(key => cased.has(key.toLowerCase()));
  const asIs = 'write the keys as the payload has them';
  return isFound ? `${asIs}, or add ignoreCase: true` : asIs;
}
