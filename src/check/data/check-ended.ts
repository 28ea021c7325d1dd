import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { endedKind } from '../../mapping/doubts/ended-record.ts';
import { testPerson } from '../../mapping/doubts/test-person.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { showsValues, type Trial, whereOf } from './trial.ts';

/**
 * Returns one warning for each kind of event whose values a mapping should not send as those of others, such as a test
 * or a deleted record, as events show.
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
  }
  return [...kinds.values()];
}

/** The number of events whose whole webhook is read. */
const wholeRead = 20;
