import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { endedRecord } from '../../mapping/doubts/ended-record.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { showsValues, type Trial, whereOf } from './trial.ts';

/** Returns one warning if a mapping sends the values of a deleted record or of a test, as an event shows. */
export function checkEnded(mapping: Mapping, trials: readonly Trial[]): readonly Diagnostic[] {
  for (const [index, trial] of trials.entries()) {
    const options = { where: whereOf(trial), isShown: showsValues(trial), isWhole: index < wholeRead };
    const found = endedRecord(mapping, trial.input, options);
    if (found) return [found];
  }
  return [];
}

/** The number of events whose whole webhook is read. */
const wholeRead = 20;
