import { wordsOfKey } from './value-kind.ts';

/** The last words of keys whose values are names given by a program. */
const enumerations = new Set(
  `type types event events action kind trigger method status stage object entity model resource
   operation channel locale language lang currency timezone version format mime encoding charset field ref refs
   schema specversion datacontenttype verb`.split(/\s+/),
);

const booleans = new Set('true false yes no on off ja nein oui non si ano tak nie'.split(' '));

/** A name given by a program, not a word about a person. */
const identifier = /^[A-Za-z][\w.:/-]{0,63}$/;

/** The reasons that follow from the text alone. */
export const yesOrNo = 'yes or no';
export const smallNumber = 'a number below 100';

/** Returns why the form of a text shows that it contains nothing about a person; undefined if that is uncertain. */
export function whyHarmlessText(text: string): string | undefined {
  if (booleans.has(text.trim().toLowerCase())) return yesOrNo;
  return /^\s*-?\d{1,2}\s*$/.test(text) ? smallNumber : undefined;
}

/** Returns why the key shows that its text contains nothing about a person; undefined if that is uncertain. */
export function whyHarmlessKey(key: string, text: string): string | undefined {
  const words = wordsOfKey(key);
  const last = words.at(-1) ?? '';
  const isFormId = /form_?-?id$/i.test(key) || (last === 'id' && words.at(-2) === 'form');
  if (isFormId && /^[\w-]{1,64}$/.test(text)) return 'the id of a form';
  if (last.endsWith('version') && /^v?\d{1,4}(\.\d{1,4}){0,3}$/i.test(text)) return 'a version';
  if (last === 'country' && /^[A-Za-z]{2}$/.test(text)) return 'a country';
  const isName = identifier.test(text) && !/\d{5}/.test(text);
  const lastTwo = (words.at(-2) ?? '') + last;
  return isName && (enumerations.has(last) || enumerations.has(lastTwo))
    ? 'a name that a program gives'
    : undefined;
}
