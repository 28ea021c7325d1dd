import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { newForm } from '../../mapping/doubts/changed-form/new-form.ts';
import { otherForm } from '../../mapping/doubts/changed-form/other-form.ts';
import { endedForm } from '../../mapping/doubts/event-kind/ended-form.ts';
import { endedKind } from '../../mapping/doubts/event-kind/ended-record.ts';
import { newBooking } from '../../mapping/doubts/event-kind/new-booking.ts';
import { newEventType } from '../../mapping/doubts/event-kind/new-event-type.ts';
import { readUnsubscription, unheardWithdrawal } from '../../mapping/doubts/event-kind/unheard-withdrawal.ts';
import { messageRules } from '../../mapping/doubts/event-kind/withdrawal.ts';
import { newPerson } from '../../mapping/doubts/people/new-person.ts';
import { severalEntries } from '../../mapping/doubts/people/several-entries.ts';
import { testPerson } from '../../mapping/doubts/people/test-person.ts';
import { evaluateRule } from '../../mapping/evaluate/evaluate-rule.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Patience } from './patience.ts';
import { isOwn, mostTried, showsValues, type Trial, type Wanted, whereOf } from './trial.ts';

/**
 * Returns one warning for each kind of event whose values a mapping should not send as those of others, such as a test
 * a deleted record or one that no sample shows, and for each list that has several entries only there.
 */
export function checkEnded(mapping: Mapping, trials: readonly Trial[]): readonly Diagnostic[] {
  const kinds = new Map<string, Diagnostic>();
  for (const [index, trial] of trials.entries()) {
    const options = { where: whereOf(trial), isShown: showsValues(trial), isWhole: index < wholeRead };
    const found = endedKind(mapping, trial.input, options);
    if (found && !kinds.has(found.says)) kinds.set(found.says, found.diagnostic);
    // Samples are tests by purpose.
    const person =
      found || trial.test || kinds.has('person') ? undefined : testPerson(mapping, trial.input, options);
    if (person) kinds.set('person', person);
    const isOther = found !== undefined || trial.test !== undefined || kinds.has('new');
    const type = isOther ? undefined : newEventType(mapping, trial.input, options);
    if (type) kinds.set('new', type);
    for (const [kind, each] of unlikeSamples(mapping, trial)) if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()];
}

/** Returns the warnings about another form, about another person and about more entries of a list than the samples have, by their kinds. */
function unlikeSamples(mapping: Mapping, trial: Trial): readonly (readonly [string, Diagnostic])[] {
  if (trial.test) return [];
  const options = { where: whereOf(trial), isShown: showsValues(trial) };
  const form =
    endedForm(mapping, trial.input, options) ??
    newForm(mapping, trial.input, options) ??
    otherForm(mapping, trial.input, options) ??
    newBooking(mapping, trial.input, options);
  const entries = severalEntries(mapping, trial.input, options);
  const person = newPerson(mapping, trial.input, options);
  return [
    ...(form ? [['form', form] as const] : []),
    ...(person ? [['other person', person] as const] : []),
    ...entries.map(each => [`entries of ${each.path}`, each] as const),
  ];
}

/**
 * Returns a warning for a consent that events send as a yes although somebody unsubscribes by a word that the mapping
 * reads.
 */
export async function checkWithdrawals(
  mapping: Mapping,
  wanted: readonly Wanted[],
  patience: Patience,
): Promise<readonly Diagnostic[]> {
  if (messageRules(mapping, '').length === 0) return [];
  for (const { trial, scope } of wanted.slice(0, mostTried)) {
    const sign = isOwn(trial, mapping) || !patience() ? undefined : readUnsubscription(mapping, trial.input);
    if (!sign) continue;
    const sent = new Map<string, string>();
    for (const { path, rule } of messageRules(mapping, String(sign.value))) {
      const result = await evaluateRule(rule, path, scope);
      if (result.kind === 'value') sent.set(path, result.value.text);
    }
    const options = { where: whereOf(trial), isShown: showsValues(trial) };
    const found = unheardWithdrawal(mapping, sign, path => sent.get(path), options);
    if (found) return [found];
  }
  return [];
}

/** The number of events whose whole webhook is read. */
const wholeRead = 20;
