import { nearestValue, saysOther, valuesAlike } from '../../diagnostics/nearest-value.ts';
import { commasBeside, separatorsBetween, splittingAt } from '../../diagnostics/separated-values.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { didYouMean, visibleText } from '../../diagnostics/visible-text.ts';
import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';
import { beginningAnswer } from '../convert/beginning-answer.ts';
import type { Rule } from '../mapping.ts';
import { answerEntry } from './answer-entry.ts';
import { isInTable, type LookupTable, partInTable } from './look-up.ts';

/**
 * Advice about values that a look-up table does not have: the entry to add, or to ignore case. `choices`: those of the field
 * in the account, as far as they are known.
 */
export function tableHint(
  [value = '', ...others]: readonly string[],
  { lookup }: Pick<Rule, 'lookup'>,
  choices: readonly string[] = [],
): string {
  const add = 'add the value to the table, or give otherwise';
  if (!lookup || others.length > 0) return add;
  const keys = [...lookup.entries.keys()];
  const cased = lookup.ignoreCase ? undefined : keys.find(key => key.toLowerCase() === value.toLowerCase());
  if (cased !== undefined) return `${didYouMean(cased, value)} If so, add ignoreCase: true to the rule`;
  const answer = answerEntry(value, lookup);
  if (answer !== undefined) return `add ${answer} to the table`;
  const sent = keys.filter(key => textOf(lookup, key)?.toLowerCase() === value.toLowerCase());
  if (sent.length > 0) return sentHint(value, sent, lookup);
  const choice = choiceWith(value, choices);
  const added = choice === undefined ? undefined : tableEntry(value, choice);
  if (added !== undefined)
    return `the account has the choice "${visibleText(choice ?? '')}": if it is the same, add ${added} to the table; or give otherwise`;
  const signs = separatorsBetween(value, keys, part => isInTable(part, lookup));
  // "Ja, aber nur anonym" is one answer.
  const isAnswer = beginningAnswer(value) !== undefined;
  if (!isAnswer && (signs || partInTable(value, lookup) !== undefined))
    return partsHint(value, lookup, signs);
  const alike = valuesAlike(value, keys);
  if (alike.length > 0) return `${alikeWords(value, alike)}; or give otherwise`;
  const [near] = nearestValue(value, keys);
  if (near === undefined) return add;
  const entry = entryFor(value, near, lookup);
  return entry === undefined
    ? `${didYouMean(near, value)} ${add}`
    : `${didYouMean(near, value)} If so, add ${entry} to the table; or give otherwise`;
}

/** Returns the only choice that has all words of a value: "Mr Novak" for `Novak`. */
function choiceWith(value: string, choices: readonly string[]): string | undefined {
  const words = (spellings(value.slice(0, longestValue))[0] ?? '').split(' ').filter(each => each !== '');
  if (!/\p{L}{3}/u.test(value)) return undefined;
  const [only, ...more] = choices.filter(choice => {
    const own = (spellings(choice.slice(0, longestValue))[0] ?? '').split(' ');
    return words.every(word => own.includes(word)) && !saysOther(value, choice);
  });
  return more.length === 0 ? only : undefined;
}

const longestValue = 200;

/**
 * Advice for a text with several values, which a table looks up as a whole. People write , and ; alike, so the rule
 * splits at both, unless a key has one of them. It reads lists, too.
 */
export function partsHint(
  text: string,
  { entries }: Pick<LookupTable, 'entries'>,
  between?: readonly string[],
): string {
  const keys = [...entries.keys()];
  const signs = [',', ';', '|', '\n'].filter(each => text.includes(each));
  const sign = signs.find(each => !keys.some(key => key.includes(each))) ?? signs[0] ?? ',';
  const isPlain = (sign === ',' || sign === ';') && !keys.some(key => /[,;]/.test(key));
  const usual = isPlain ? [',', ';'] : [sign];
  const separator = splittingAt(between ? [...new Set([...commasBeside(keys), ...between])] : usual);
  return `to look up each part of it, write from: '$map(PATH.$split($, ${separator}), $trim)' with its path, for a field that takes several; or add the whole text to the table`;
}

/** Advice for a text that fits several values alike. */
export function alikeWords(text: string, values: readonly string[]): string {
  const names = values.slice(0, 4).map(each => `"${visibleText(each.slice(0, 100))}"`);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `"${visibleText(text.slice(0, 100))}" fits ${list} alike: have the sender send one of them; only if it always means the same one, add it to a table (values)`;
}

/** Advice for a payload that has the word that the table sends. */
function sentHint(value: string, keys: readonly string[], lookup: LookupTable): string {
  const [key = ''] = keys;
  const entry = entryFor(value, key, lookup);
  const add = entry === undefined ? 'add the value to the table' : `add ${entry} to the table`;
  // In a table of several lines, one that is the wrong way round is hardly the cause.
  const swap = lookup.entries.size === 1 ? 'swap the two if they are the wrong way round, or ' : '';
  const names = keys.slice(0, 10).map(each => `"${visibleText(each)}"`);
  return `the table sends this word for ${names.join(', ')}: ${swap}${add}`;
}

/** Returns a new entry for a value, with the same result as that of an existing key. */
function entryFor(value: string, key: string, lookup: LookupTable): string | undefined {
  const sent = textOf(lookup, key);
  return sent === undefined ? undefined : tableEntry(value, sent);
}

function textOf({ entries }: LookupTable, key: string): string | undefined {
  const text = scalarText(entries.get(key)?.value);
  return 'value' in text && text.value !== '' ? text.value : undefined;
}
