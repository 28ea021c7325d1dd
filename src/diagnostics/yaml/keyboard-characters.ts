import { codePointOf, type LookAlike, lookAlikeOf, lookAlikes } from '../look-alikes.ts';

/**
 * Replaces look-alikes of keyboard characters in the structure of a line of YAML: around a key, before an
 * entry of a list, between the entries of a map in braces. Other lines stay unchanged.
 */
export function withKeyboardCharacters(line: string): string {
  return any.test(line) ? structure(line) : line;
}

/** Replaces unusual spaces in the whole line, including its texts. */
export function withKeyboardBlanks(line: string): string {
  return withKeyboardCharacters(line).replace(anyBlank, ' ').replace(anyInvisible, '');
}

/** Describes the characters of a line that are not from the keyboard, and their replacements. */
export function lookAlikeWords(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const character = before[at] ?? '';
  const [what, wanted] = words[lookAlikeOf(character) ?? 'blanks'];
  const others = [
    ...new Set([...before].filter(each => lookAlikeOf(each) !== undefined && !after.includes(each))),
  ];
  const numbers = [...new Set([character, ...others])].slice(0, 3).map(codePointOf).join(', ');
  return `${what} (${numbers})${wanted}`;
}

const words: Readonly<Record<LookAlike, readonly [what: string, wanted: string]>> = {
  blanks: ['this character looks like a space but is not one', ''],
  invisible: ['a character stands here that cannot be seen', ''],
  dashes: ['this is a dash from a word processor', '; an entry of a list begins with a hyphen'],
  bullets: ['this is a bullet from a word processor', '; an entry of a list begins with a hyphen'],
  colons: ['this character looks like a colon but is not one', ''],
  doubleQuotes: ['this is a quote from a word processor', '; YAML knows " and \' alone'],
  singleQuotes: ['this is a quote from a word processor', '; YAML knows " and \' alone'],
};

const { blanks, invisible, dashes, bullets, colons } = lookAlikes;
const any = RegExp(`[${blanks}${invisible}${dashes}${bullets}${colons}]`, 'u');
const anyBlank = RegExp(`[${blanks}]`, 'gu');
const anyInvisible = RegExp(`[${invisible}]`, 'gu');
const indent = RegExp(`^[ ${blanks}${invisible}]*`, 'u');
const marker = RegExp(
  `^(?:[${dashes}${bullets}](?=[^${dashes}${bullets}])|-(?=[${blanks}]))[ ${blanks}${invisible}]*`,
  'u',
);
const realMarker = /^- +/;
/** A key with the wrong characters in place of its colon and the space after it. */
const key = RegExp(
  `^([^:${colons}{}[\\],#]{1,200}?)[ ${blanks}${invisible}]*([:${colons}])(?:[ ${blanks}${invisible}]+|$)`,
  'u',
);
const inBraces = RegExp(
  `([,{[]|[:${colons}](?=[ ${blanks}]))[ ${blanks}${invisible}]*[${blanks}${invisible}][ ${blanks}${invisible}]*`,
  'gu',
);

function structure(line: string): string {
  const lead = indent.exec(line)?.[0] ?? '';
  let result = lead.replace(anyInvisible, '').replace(anyBlank, ' ');
  let rest = line.slice(lead.length);
  for (;;) {
    const found = realMarker.exec(rest)?.[0] ?? marker.exec(rest)?.[0];
    if (found === undefined) break;
    result += found.startsWith('- ') ? found.replace(anyBlank, ' ') : '- ';
    rest = rest.slice(found.length);
  }
  const [whole, name] = key.exec(rest) ?? [];
  if (whole !== undefined && name !== undefined && any.test(whole)) {
    result += `${name.replace(anyInvisible, '')}:${whole.length === rest.length ? '' : ' '}`;
    rest = rest.slice(whole.length);
  }
  return result + (/^[{[]/.test(rest) ? rest.replace(inBraces, separated) : rest);
}

function separated(_: string, sign: string): string {
  if (sign === '{' || sign === '[') return sign;
  return sign === ',' ? ', ' : ': ';
}
