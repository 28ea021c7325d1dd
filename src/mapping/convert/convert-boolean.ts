import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import { type Converted, shown } from '../../expressions/convert/scalar-text.ts';
import { isLimited } from './limited-answer.ts';

const yes = 'true yes y on 1 t ja j wahr an waar aan oui vrai checked';
const no = 'false no n off 0 f nein falsch aus nee onwaar uit non faux unchecked';
const words: ReadonlyMap<string, boolean> = new Map([
  ...yes.split(' ').map(word => [word, true] as const),
  ...no.split(' ').map(word => [word, false] as const),
]);

/** Reads a yes or no in the words of forms and CRMs; undefined if the text is neither. */
export function answerInWords(text: string): boolean | undefined {
  return words.get(withoutBlankEnds(text).toLowerCase());
}

/** True for a yes or no in words, but not for a number, which may also be an id. */
export function isYesOrNo(text: string): boolean {
  return /\p{L}/u.test(text) && answerInWords(text) !== undefined;
}

/** Reads a yes or no, and returns it in the form of the API: `true` or `false` as text (API document 4.1). */
export function convertBoolean(text: string): Converted<string> {
  const value = answerInWords(text);
  if (value !== undefined) return { value: String(value) };
  return {
    fault: `${shown(text)} is neither yes nor no (true/false, yes/no, on/off, 1/0, ja/nein, oui/non)`,
    ...meaningOf(text),
  };
}

/** Advice to add a table for answers in other words, with an entry if the meaning of the words is clear. */
function meaningOf(text: string): { readonly hint?: string } {
  const answer = withoutBlankEnds(text);
  if (/^[x✓✔☑]$/iu.test(answer)) return { hint: `if it is a tick, add ${tableWith(answer, 'true')}` };
  if (/^\d{1,20}$/.test(answer))
    return {
      hint: `if it is the id of an option, say what each option means: add values: {${tableEntry(answer, 'true')}}, or "false" if it means no, with an entry for each other option`,
    };
  if (!/\p{L}{2}/u.test(answer)) return {};
  // A form that prints both words was not answered.
  const isOpen = /^(?:ja|yes|oui)\s?[/|]/iu.test(answer);
  const meant = isOpen || isLimited(answer) ? undefined : meaningIn(answer);
  const table = meant && tableWith(answer, meant);
  return {
    hint: table
      ? `say what each answer of the form means: add ${table}`
      : 'give the rule a table (values) whose results are true and false, with an entry for each answer of the form',
  };
}

/** Returns a table with an answer beside the usual ones; undefined for an answer that no entry can have. */
function tableWith(answer: string, result: 'true' | 'false'): string | undefined {
  const entry = tableEntry(answer, result);
  return (
    entry &&
    `values: {${[entry, ...usual].join(', ')}}, ignoreCase: true, with an entry for each other answer of the form, because a table refuses all others`
  );
}

/** The entries of the usual answers, which `as: boolean` reads without a table. */
const usual = [
  ...['ja', 'yes', 'true', '1'].map(each => tableEntry(each, 'true')),
  ...['nein', 'no', 'false', '0'].map(each => tableEntry(each, 'false')),
];

function meaningIn(answer: string): 'true' | 'false' | undefined {
  if (denial.test(answer)) return 'false';
  return approval.test(answer) ? 'true' : undefined;
}

/** True for a text that means yes, also in other words: `ja gerne`, `subscribed`, `opt-in`. */
export function meansYes(text: string): boolean {
  return (
    answerInWords(text) === true || (!denial.test(text) && (approval.test(text) || subscribed.test(text)))
  );
}

const subscribed =
  /^(?:subscribed?|subscription|opt(?:ed)?[ _-]?in|confirmed|active|aktiv|angemeldet|bestätigt|granted|given|enabled|verified|sign(?:ed)?[ _-]?up|abonniert|erteilt|ingeschreven|inscrit)$/iu;

const approval =
  /(?:^|\P{L})(?:ja|jawohl|yes|oui|ok|okay|stimme|zustimm\p{L}{1,9}|zugestimmt|einverstanden|akzept\p{L}{1,9}|accept\p{L}{0,9}|agree\p{L}{0,9}|gern|gerne|über|over|akkoord)(?:$|\P{L})/iu;
const denial = /(?:^|\P{L})(?:nein|nicht|kein|keine|ohne|ab|no|not|never|non|pas|nee|niet|geen)(?:$|\P{L})/iu;
