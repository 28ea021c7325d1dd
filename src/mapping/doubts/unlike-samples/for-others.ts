import { spellings } from '../../../diagnostics/spellings.ts';

/** True for a choice such as "Sonstiges" and "unbekannt". */
export function isForOthers(choice: unknown): boolean {
  return typeof choice === 'string' && others.test(spellings(choice)[0] ?? '');
}

const others =
  /\b(?:sonstige\w*|sonstwo|ander(?:e|es|er|weitig)|others?|autres?|anders|overige?|divers\w*|unbekannt|unknown|unsure|inconnu|onbekend|egal|misc|k a|n a|keine angabe|not specified|altro|otros?)\b/;
