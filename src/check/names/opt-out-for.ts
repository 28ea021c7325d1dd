import { asksForOptOut, statesOptOut } from '../../mapping/opt-out.ts';
import { nameLikeness } from './name-likeness.ts';

/** True for a name that says no to a field with these names, which need not be a consent. */
export function isOptOutFor(names: readonly string[], name: string): boolean {
  return statesOptOut(name) || (asksForOptOut(name) && isAbout(name, names));
}

/** True if a question is about the same as a field: `pregnant: nicht_schwanger`. */
function isAbout(question: string, names: readonly string[]): boolean {
  return names.some(name => nameLikeness(question, name) >= 0.5);
}
