import { spellings } from '../../diagnostics/spellings.ts';

/** True for the question of a consent that is for emergencies alone: "SMS nur im Notfall". The emergency is no person. */
export function isForEmergencies(label: string): boolean {
  return spellings(label.slice(0, longestLabel)).some(each => occasion.test(each));
}

const longestLabel = 400;
const occasion =
  /\b(?:(?:im|bei(?: einem)?) notfall|(?:in|bei) notfallen|in (?:an |case of (?:an )?)?emergenc(?:y|ies)|en cas d ?urgence|(?:in|bij) (?:een )?nood(?:geval|gevallen)?)\b/;
