import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { doubtfulConversions } from '../../expressions/convert/doubts.ts';
import { readsNumber } from '../../mapping/doubts/converted/lost-digits.ts';
import { countsMillis } from '../../mapping/doubts/converted/millis-doubt.ts';
import { mayNotice } from '../../mapping/doubts/notice-doubts.ts';
import { evaluateRule } from '../../mapping/evaluate/evaluate-rule.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import type { Patience } from './patience.ts';
import { isOwn, mostTried, type Wanted } from './trial.ts';

/**
 * Returns warnings for rules whose values may not be the intended ones, as events show: one for each rule,
 * with the number of such values. Values of stored events are not shown.
 */
export async function checkDoubts(
  mapping: Mapping,
  wanted: readonly Wanted[],
  patience: Patience,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const { destination } = mapping;
  const ofDestination = 'rule' in destination ? [{ path: 'destination', rule: destination.rule }] : [];
  for (const { path, rule } of [...ofDestination, ...namedRules(mapping)]) {
    const isConverted = rule.as !== undefined && doubtfulConversions.has(rule.as);
    if (
      !isConverted &&
      !countsMillis(rule) &&
      !readsNumber(rule) &&
      !mayNotice(rule) &&
      !rule.lookup?.otherwise
    )
      continue;
    const doubtful = await doubtfulOf(
      rule,
      path,
      wanted.slice(0, mostTried),
      each => isOwn(each.trial, mapping) || patience(),
    );
    if (doubtful) found.push(doubtful);
  }
  return found;
}

async function doubtfulOf(
  rule: Rule,
  path: string,
  wanted: readonly Wanted[],
  mayTry: (event: Wanted) => boolean,
): Promise<Diagnostic | undefined> {
  let first: Diagnostic | undefined;
  let ofStored = 0;
  for (const event of wanted) {
    if (!mayTry(event)) continue;
    const { trial, scope } = event;
    const result = await evaluateRule(rule, path, scope);
    // A format that is doubtful for any value is reported at its own place.
    const doubt = (result.doubts ?? []).find(
      each => each.code === 'mapping/ambiguous-value' && each !== result.formatDoubt,
    );
    if (doubt === undefined) continue;
    if (trial.test) return { ...doubt, message: `${doubt.message} (the sample of "${trial.test.name}")` };
    first ??= doubt;
    ofStored += 1;
  }
  if (!first) return undefined;
  const events = ofStored === 1 ? 'a stored event' : `${ofStored} stored events`;
  return diagnostic(
    'mapping/ambiguous-value',
    `${path}: ${events} may mean another ${rule.as ?? (countsMillis(rule) ? 'day' : 'value')} than is sent`,
    {
      hint: first.hint,
      place: first.place,
      path,
    },
  );
}
