import { hasLookAlike, lookAlikes } from '../look-alikes.ts';
import { inQuotes, quotedInBraces } from './braces.ts';
import { lookAlikeWords, withKeyboardBlanks, withKeyboardCharacters } from './keyboard-characters.ts';
import type { Mistake } from './mistake.ts';
import { ruleMistakes } from './rule-mistakes.ts';

/** Matches one of our keys, or the dash of a list before it. */
const start = /^(\s*(?:- +)*)/.source;
const key = /([A-Za-z_$][\w$-]*)/.source;

/** Characters in the structure that only look like those of the keyboard. This mistake is tried first. */
export const wrongSigns: Mistake = {
  message: lookAlikeWords,
  meant: (line, above) => {
    const meant = withKeyboardCharacters(line);
    const isIndent = beginsWrong.test(line);
    return [meant, ...(isIndent ? indents(meant, above).map(by => ' '.repeat(by) + meant.trimStart()) : [])];
  },
  isReadable: true,
};

/** Look-alike spaces anywhere in a line. They may belong to a text. */
export const wrongBlanks: Mistake = {
  message: lookAlikeWords,
  meant: line => [withKeyboardBlanks(line)],
  isReadable: true,
};

/** Matches look-alike spaces before the line. */
const beginsWrong = RegExp(`^ *[${lookAlikes.blanks}${lookAlikes.invisible}]`, 'u');

const doubleQuotes = RegExp(`[${lookAlikes.doubleQuotes}]`, 'gu');
const singleQuotes = RegExp(`[${lookAlikes.singleQuotes}]`, 'gu');

const fieldInBraces =
  /^(\s*(?:- +)*[^\s{}[\]#:][^{}[\]#:]{0,200}:\s+)\$?\{\{?\s*([^\s{}:,](?:[^{}:,]*[^\s{}:,])?)\s*\}?\}\s*$/;

/** Matches `%NAME%` as a value, with a name in the usual form of variables. */
const percentName = /(:\s{1,9})%([A-Z][A-Z\d]{0,40}_[A-Z\d_]{1,80})%(?=\s*(?:[,}#]|$))/;

/** The mistakes, the most likely first. Each is tried at an error, and used if the error disappears. */
export const mistakes: readonly Mistake[] = [
  {
    message: () => 'a tab is used for indentation',
    hint: (_, after) => `indent with spaces, and begin the line in column ${indentOf(after) + 1}`,
    meant: (line, above) =>
      /^ *\t/.test(line)
        ? [
            ...indents(line, above).map(indent => ' '.repeat(indent) + line.trimStart()),
            line.replace(/^\s+/, tabs => tabs.replaceAll('\t', '  ')),
          ]
        : [],
  },
  {
    message: () => '“ and ” are not quotation marks in YAML',
    meant: line => (hasLookAlike(line, 'doubleQuotes') ? [line.replace(doubleQuotes, '"')] : []),
  },
  {
    message: () => '‘ and ’ are not quotation marks in YAML',
    meant: line => (hasLookAlike(line, 'singleQuotes') ? [line.replace(singleQuotes, "'")] : []),
  },
  {
    message: () => 'a space is missing after the colon',
    meant: line => [
      ...replaced(line, RegExp(`${start}${key}:(?=[^\\s:/])`), '$1$2: '),
      ...replaced(line, RegExp(`([{,]\\s*)${key}:(?=[^\\s:/])`, 'g'), '$1$2: '),
    ],
    isReadable: true,
  },
  {
    message: () => 'a dash alone begins an entry of a list, so as a text it needs quotes',
    meant: line => [
      ...replaced(line, /([[,]\s*)(-{1,3})(?=\s*[,\]])/g, '$1"$2"'),
      ...replaced(line, RegExp(`${start}${key}:\\s+-\\s*$`), '$1$2: "-"'),
      ...replaced(line, /^(\s*- +)-\s*$/, '$1"-"'),
    ],
    isReadable: true,
  },
  {
    message: () => 'a space is missing after the dash',
    meant: line => replaced(line, /^(\s*(?:- +)*)-(?=[^\s-])/, '$1- '),
  },
  {
    message: () => 'a colon is missing after the key',
    meant: line => [
      ...replaced(line, RegExp(`${start}${key}\\s*:?=\\s*(?=\\S)`), '$1$2: '),
      ...replaced(line, RegExp(`${start}${key}\\s*$`), '$1$2:'),
      ...replaced(line, RegExp(`${start}${key}\\s+(?=[^\\s:])`), '$1$2: '),
    ],
  },
  {
    message: () => 'a variable inside { } or [ ] needs quotes, since a brace begins a map there',
    meant: line =>
      /[{[]/.test(line) ? [line.replace(/([:,[]\s*)(\$\{\w+(?::-[^{}"']*)?\})/g, '$1"$2"')] : [],
  },
  {
    message: before => `a variable is written as \${${percentName.exec(before)?.[2] ?? 'NAME'}}`,
    meant: line => replaced(line, percentName, `$1"\${$2}"`),
  },
  ...ruleMistakes,
  {
    message: () => 'a comma is missing between two entries',
    meant: line => withCommas(line),
  },
  {
    message: before => {
      const [, , name] = fieldInBraces.exec(before) ?? [];
      const isName = name !== undefined && /^\p{L}[\p{L}\p{N} ?!-]{0,80}$/u.test(name);
      const asked = isName ? `, and a question of a form as {answer: ${name}}` : '';
      return `a field is written without braces around it${asked}`;
    },
    meant: line => replaced(line, fieldInBraces, '$1$2'),
    isReadable: true,
  },
  {
    message: whyInBraces,
    meant: (line, _, keys) => quotedInBraces(line, keys),
    isReadable: true,
  },
  {
    message: () => 'inside double quotes a backslash begins a sign such as \\n',
    meant: line => replaced(line, /"([^"'\\]*\\[^"']*)"/, "'$1'"),
  },
  {
    message: () => 'the value contains the same quotes that enclose it',
    meant: line => withOtherQuotes(line),
  },
  {
    message: () => 'the quote that ends the value is missing',
    meant: line => withClosingQuote(line),
  },
  {
    message: () => 'a closing bracket is missing',
    meant: line => ['}', ']', '}}', ']}', '}]'].map(end => line + end),
  },
  {
    message: () => 'a bracket is closed here that was never opened',
    hint: (_, after) => (after.trim() === '' ? 'remove this line' : undefined),
    meant: line => replaced(line, /[}\]]\s*$/, ''),
  },
  {
    message: line => whyQuoted(splitValue(line)?.text ?? '') ?? '',
    meant: line => quotedWhole(line),
  },
  {
    message: () => 'a dash begins an entry of a list, and the lines around it are keys of a map',
    hint: () => 'take away the dash',
    meant: (line, above) =>
      /^\s*- +(?!name:)[^\s-].*:(?:\s|$)/.test(line)
        ? indents(line, above).map(indent => ' '.repeat(indent) + line.replace(/^\s*- +/, ''))
        : [],
  },
  {
    message: (before, after) => {
      const by = indentOf(before) - indentOf(after);
      const blanks = Math.abs(by) === 1 ? 'one blank' : `${Math.abs(by)} blanks`;
      return `this line begins ${blanks} too far to the ${by > 0 ? 'right' : 'left'}`;
    },
    hint: (_, after) => `begin it in column ${indentOf(after) + 1}, like the lines that it belongs to`,
    unsure:
      'the lines of one group begin in the same column: move this line, or the one above that begins elsewhere',
    meant: (line, above) => indents(line, above).map(indent => ' '.repeat(indent) + line.trimStart()),
  },
];

function replaced(line: string, pattern: RegExp, by: string): readonly string[] {
  return pattern.test(line) ? [line.replace(pattern, by)] : [];
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** Returns the indents of the lines above, the nearest first, and one more level. */
function indents(begun: string, above: readonly string[]): readonly number[] {
  const found: number[] = [];
  for (const line of above.toReversed()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = indentOf(line);
    const further = /:\s*$/.test(line) && found.length === 0 ? [indent + 2] : [];
    const inItem = /^ *- /.test(line) && !/^ *- /.test(begun) ? [indent + 2] : [];
    for (const each of [...further, ...inItem, indent]) if (!found.includes(each)) found.push(each);
    if (indent === 0) break;
  }
  return found;
}

interface Value {
  readonly lead: string;
  readonly text: string;
  readonly tail: string;
}

/** Returns the value after a key or a dash, without a comment after it. */
function splitValue(line: string): Value | undefined {
  const lead = /^\s*(?:- +)*(?:[\w$-]+:\s+(?=\S))?(?=\S)/.exec(line)?.[0];
  if (lead === undefined) return undefined;
  const rest = line.slice(lead.length);
  const comment = rest.search(/\s#/);
  const text = (comment === -1 ? rest : rest.slice(0, comment)).trimEnd();
  return { lead, text, tail: rest.slice(text.length) };
}

/** `"a & " " & b"`: the text inside the quotes is the value, so the outer quotes must be of the other kind. */
function withOtherQuotes(line: string): readonly string[] {
  const value = splitValue(line);
  const quote = value?.text[0];
  if (!value || (quote !== '"' && quote !== "'")) return [];
  const { lead, text, tail } = value;
  const pieces = text.split(quote);
  // Inside an expression, an operator follows a text in quotes.
  const gaps = pieces.slice(2, -1).filter((_, index) => index % 2 === 0);
  if (text.length < 2 || !text.endsWith(quote) || gaps.every(gap => /[&=<>+,:?)]/.test(gap))) return [];
  return [`${lead}${inQuotes(text.slice(1, -1))}${tail}`];
}

/** A value that YAML misreads, or reads as several values. */
function quotedWhole(line: string): readonly string[] {
  const value = splitValue(line);
  // A whole rule in quotes would be an expression.
  if (!value || whyQuoted(value.text) === undefined || isRule.test(value.text)) return [];
  return [`${value.lead}${inQuotes(value.text)}${value.tail}`];
}

const isRule = /^\{ ?(?:from|answer|value|template|values|as|parse|default) ?: /;

function whyQuoted(text: string): string | undefined {
  const [first = ''] = text;
  if (/["']/.test(first)) return 'the value has more text after its closing quote';
  if (/[[{]/.test(first)) return `a value that begins with ${first} is read as a list or a map`;
  if (/[@`%&*!|>]/.test(first)) return `a value may not begin with "${first}" unless it is quoted`;
  return text.includes(': ') ? 'a value that contains ": " is read as a further key' : undefined;
}

/** Handles `{from: x as: boolean}`. */
function withCommas(line: string): readonly string[] {
  const open = line.search(/[{[]/);
  if (open < 0) return [];
  const inside = line.slice(open).replace(/([^\s,{[:])\s+(?=[\w$-]+:\s)/g, '$1, ');
  return [line.slice(0, open) + inside];
}

/** Describes how YAML misreads the texts that need quotes. */
function whyInBraces(before: string, after: string): string {
  const added = addedQuotes(before, after);
  if (/ #/.test(added)) return 'everything after " #" is a comment, so the bracket is never closed';
  if (/: /.test(added)) return 'a value that contains ": " is read as a further key';
  const sign = /[,{}[\]]/.exec(added)?.[0];
  if (/^[[{@`%&*!|>]/.test(added) || sign === undefined)
    return 'a value that begins with such a sign is read as something else unless it is quoted';
  return `a text that has "${sign}" in it needs quotes inside { }`;
}

/** Returns the first text that is only quoted in the corrected line. */
function addedQuotes(before: string, after: string): string {
  const [added = ''] = [...after.matchAll(/"[^"]*"|'[^']*'/g)].flatMap(([text]) =>
    before.includes(text) ? [] : [text],
  );
  return added.slice(1, -1);
}

function withClosingQuote(line: string): readonly string[] {
  const quote = splitValue(line)?.text[0];
  if (quote === '"' || quote === "'") return [`${line.trimEnd()}${quote}`];
  return ['"', "'"].flatMap(each =>
    line.split(each).length % 2 === 0
      ? [`${line.trimEnd()}${each}`, line.trimEnd().replace(/(?<![}\]])[}\]]+$/, end => each + end)]
      : [],
  );
}
