import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { codePointOf, hasLookAlike, lookAlikes } from '../../diagnostics/look-alikes.ts';
import { chosenByCondition, type IsReadable } from '../comparisons/conditions-elsewhere.ts';
import { outsideTexts, partsAroundTexts } from '../outside-texts.ts';
import { keyText } from '../paths/path-text.ts';
import type { Remark } from '../syntax.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';
import { fromSpreadsheet } from './spreadsheet.ts';

/** A habit of people who know another language, a spreadsheet or a word processor. */
interface Habit {
  readonly message: string | ((source: string) => string);
  /** Returns the likely meaning of the expression; unchanged if it shows no sign of the habit. */
  readonly meant: (source: string, isReadable: IsReadable) => string;
  /** True if it is reported even if the expression has other faults. */
  readonly isMain?: true;
}

/** A name, a path, a text or a call: one side of an operator. */
const operand = /(?:"[^"]*"|'[^']*'|`[^`]*`|\([^()]*\)|[\p{L}\p{N}_$.[\]])+/u.source;

/** The maximum length: in a longer expression, nobody would notice the changed part. */
const longest = 500;

const choice = 'A choice by a condition is written as condition ? value : other value.';

const doubleQuotes = RegExp(`[${lookAlikes.doubleQuotes}]`, 'gu');
const singleQuotes = RegExp(`[${lookAlikes.singleQuotes}]`, 'gu');
const blanks = RegExp(`[${lookAlikes.blanks}]`, 'gu');
const invisible = RegExp(`[${lookAlikes.invisible}]`, 'gu');
const dashes = RegExp(`[${lookAlikes.dashes}]`, 'gu');

/** Corrects `{answer: Wie oft?} = "nie"`, `answer: Wie oft?` and `$answers.Wie oft? = "nie"`. */
export function answersInside(source: string): string {
  const path = (name: string) => `$answers.${keyText(name.trim().replace(/^(["'])(.*)\1$/, '$2'))}`;
  const [, whole] = /^\s*answer:\s+(\S.{0,200})$/.exec(source) ?? [];
  if (whole !== undefined) return path(whole);
  return source
    .replace(/\{\s{0,9}answer:([^{}]{1,200})\}/g, (_, name) => path(name))
    .replace(/\$answers\.([^"'`=<>!&()[\],:.$]{1,100})(?=[=<>!]|$)/g, (all, name) =>
      / (?:and|or|in) /.test(name) ? all : `${path(name)}${name.slice(name.trimEnd().length)}`,
    );
}

/** The keys of custom fields in some CRMs: `9dc4b01f31a82e5b`, `1st_visit`, a UUID. Not `1e5`, a number. */
const nameWithDigit =
  /(?<=^|[.\s(&])(?!\d+[eE]\d+(?![\p{L}\p{N}_]))(?:\d[\da-f]{7}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+[\p{L}_][\p{L}\p{N}_]*)/gu;

/** Returns the position of the first character of a class outside of texts. */
function firstOf(source: string, name: 'blanks' | 'invisible' | 'dashes'): string {
  const bare = partsAroundTexts(source).filter((_, index) => index % 2 === 0);
  return codePointOf([...bare.join(' ')].find(each => hasLookAlike(each, name)) ?? ' ');
}

const habits: readonly Habit[] = [
  {
    message: '“ and ‘ are not quotation marks in an expression.',
    meant: outsideTexts(part => part.replace(doubleQuotes, '"').replace(singleQuotes, "'")),
  },
  {
    message: source => `A character looks like a space but is not one (${firstOf(source, 'blanks')}).`,
    meant: outsideTexts(part => part.replace(blanks, ' ')),
  },
  {
    message: source => `A character stands here that cannot be seen (${firstOf(source, 'invisible')}).`,
    meant: outsideTexts(part => part.replace(invisible, '')),
  },
  {
    message: source => `A dash of a word processor is no minus (${firstOf(source, 'dashes')}).`,
    meant: outsideTexts(part => part.replace(dashes, '-')),
  },
  {
    message: 'Inside of an expression, an answer is read as $answers."…".',
    meant: answersInside,
  },
  {
    message: 'A field is written without braces around it.',
    meant: source => source.replace(/^\s*\$?\{\{?\s*([^\s{}](?:[^{}]*[^\s{}])?)\s*\}?\}\s*$/, '$1'),
  },
  {
    message: 'An expression ends without a comma.',
    meant: source => (/[,;]$/.test(source.trimEnd()) ? source.trimEnd().slice(0, -1).trimEnd() : source),
  },
  {
    message: 'Two values are compared with one =.',
    meant: outsideTexts(part => part.replace(/={2,3}/g, '=')),
  },
  {
    message: 'That two values differ is written with !=.',
    meant: outsideTexts(part => part.replace(/!={2}|<>/g, '!=')),
  },
  {
    message: '"And" is written as a word.',
    meant: outsideTexts(part => part.replace(/(?<!\s)\s*&&\s*/g, ' and ')),
  },
  {
    message: 'Write a replacement for a missing value after ??.',
    meant: source => source.replace(/(?<!\s)\s*\|\|\s*(?=["'])/g, ' ?? '),
  },
  {
    message: 'The first value that is there and not empty is chosen with ? and :.',
    meant: firstOfPaths,
  },
  {
    message: '"Or" is written as a word.',
    meant: outsideTexts(part => part.replace(/(?<!\s)\s*\|\|\s*/g, ' or ')),
  },
  {
    message: 'The words and, or and in are written in lower case.',
    meant: outsideTexts(part => part.replace(/\b(?:AND|OR|IN)\b/g, word => word.toLowerCase())),
  },
  {
    message: 'Words such as eq are written as signs.',
    meant: outsideTexts(part =>
      part.replace(/ (eq|ne|gt|ge|lt|le) /gi, (_, word) => ` ${signs[word.toLowerCase()]} `),
    ),
  },
  {
    message: source =>
      fromSpreadsheet(source)?.includes('?') ? choice : 'This is written as in a spreadsheet.',
    meant: source => fromSpreadsheet(source) ?? source,
    isMain: true,
  },
  {
    message: choice,
    meant: chosenByCondition,
    isMain: true,
  },
  {
    message: 'A name that begins with a digit stands in backticks.',
    meant: outsideTexts(part => part.replace(nameWithDigit, '`$&`')),
  },
  {
    message: 'A number that begins with 0 is a text, so it stands in quotes.',
    meant: outsideTexts(part => part.replace(/(?<![\p{L}\p{N}_$.-])0\d+(?![\p{L}\p{N}_.])/gu, '"$&"')),
  },
  {
    message: 'A date is a text, so it stands in quotes.',
    meant: outsideTexts(part =>
      part.replace(
        /(?<![\p{L}\p{N}_$.])(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4})(?![\p{L}\p{N}_])/gu,
        '"$&"',
      ),
    ),
  },
  {
    message: 'Decimals stand behind a point.',
    meant: outsideTexts(part =>
      part.replace(/(?<![\p{L}\p{N}_$.,])(\d+),(\d+)(?![\p{L}\p{N}_.,])/gu, '$1.$2'),
    ),
  },
  {
    message: 'Whether a value is there is asked with $exists.',
    meant: source =>
      source
        .replace(RegExp(`(${operand})\\s+is\\s+not\\s+null\\b`, 'giu'), '$$exists($1)')
        .replace(RegExp(`(${operand})\\s+is\\s+null\\b`, 'giu'), '$$not($$exists($1))'),
  },
  {
    message: 'Whether a text contains another one is asked with $contains.',
    meant: source =>
      source.replace(
        RegExp(`(${operand})\\s+(?:contains|includes)\\s+(${operand})`, 'giu'),
        '$$contains($1, $2)',
      ),
  },
  {
    message: '"Not" is the function $not.',
    meant: source => source.replace(RegExp(`(?:\\bnot\\s+|!(?!=)\\s*)(${operand})`, 'giu'), '$$not($1)'),
  },
  {
    message: 'A step of a path that is missing needs no ?.',
    meant: outsideTexts(part => part.replace(/\?\.(?=[\p{L}_]|$)/gu, '.')),
  },
  {
    message: 'A position in a list stands in brackets.',
    meant: outsideTexts(part => part.replace(/\.(\d+)(?=[.\s)]|$)/g, '[$1]')),
  },
];

/** Corrects `a || b` if all parts are paths: `or` would return true instead of one of the values. */
function firstOfPaths(source: string): string {
  const parts = source.split('||').map(part => part.trim());
  if (parts.length < 2 || parts.length > 6 || !parts.every(part => onlyPath.test(part))) return source;
  const [last = '', ...before] = parts.reverse();
  return before.reduce((rest, part) => `${part} ? ${part} : ${rest}`, last);
}

const onlyPath = /^[$\p{L}_][\p{L}\p{N}_$.]{0,200}$/u;

const signs: Readonly<Record<string, string>> = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' };

/** Returns the likely meaning of an unreadable expression if that meaning is readable. */
export function habitOf(source: string, isReadable: IsReadable): Remark | undefined {
  if (source.length > longest) return undefined;
  let meant = source;
  let first: Habit | undefined;
  for (const habit of habits) {
    const next = habit.meant(meant, isReadable);
    if (next === meant) continue;
    if (first === undefined || (habit.isMain && !first.isMain)) first = habit;
    meant = next;
    if (isReadable(meant)) return remark(source, first.message, meant.trim());
  }
  return undefined;
}

/** JSONata accepts a word processor's quotes and spaces as part of a name, which never matches. */
export function wrongCharacters(source: string, isReadable: IsReadable): Remark | undefined {
  const parts = partsAroundTexts(source).filter((_, index) => index % 2 === 0);
  return parts.some(part => beginsWithQuote.test(part) || hasLookAlike(part, 'blanks'))
    ? habitOf(source, isReadable)
    : undefined;
}

const beginsWithQuote = RegExp(
  `(?:^|[\\s=(,&?:[])[${lookAlikes.doubleQuotes}${lookAlikes.singleQuotes}]`,
  'u',
);

/** Adding a text always fails when the expression is evaluated. */
export function addedText(nodes: readonly Node[], source: string): Remark | undefined {
  const sum = nodes.find(node => isSum(node) && [node.lhs, node.rhs].some(isText));
  if (!sum) return undefined;
  const whole = nodes.find(node => isSum(node) && contains(node, sum)) ?? sum;
  const offset = startOf(whole, source);
  const end = Math.max(offset + 1, isNode(whole.rhs) ? endOf(whole.rhs, source) : source.length);
  const meant = outsideTexts(part => part.replaceAll('+', '&'))(source.slice(offset, end));
  return {
    diagnostic: diagnostic('expression/syntax', 'Numbers are added with +; texts are joined with &.', {
      hint: `Did you mean ${meant}?`,
    }),
    offset,
    length: end - offset,
    meant: source.slice(0, offset) + meant + source.slice(end),
  };
}

function isSum(node: unknown): node is Node {
  return isNode(node) && node.type === 'binary' && node.value === '+';
}

function isText(node: unknown): boolean {
  return isNode(node) && node.type === 'string';
}

function contains(node: Node, part: Node): boolean {
  return node === part || [node.lhs, node.rhs].some(each => isSum(each) && contains(each, part));
}

function remark(source: string, message: Habit['message'], meant: string): Remark {
  let start = 0;
  while (start < source.length && source[start] === meant[start]) start += 1;
  const offset = Math.min(start, source.length - 1);
  const hint = `Did you mean ${meant}?`;
  return {
    diagnostic: diagnostic('expression/syntax', typeof message === 'string' ? message : message(source), {
      hint,
    }),
    offset,
    length: source.length - offset,
    meant,
  };
}
