import { diagnostic } from '../diagnostics/diagnostic.ts';
import { parse } from './parse.ts';
import type { Remark } from './syntax.ts';
import { endOf, isNode, type Node, startOf } from './syntax-tree.ts';

/** What people write who know another language, a spreadsheet or a word processor. */
interface Habit {
  readonly message: string;
  /** The expression as it may have been meant; as it is where it shows nothing of the habit. */
  readonly meant: (source: string) => string;
}

/** A name, a path, a text or a call: what stands on one side of an operator. */
const operand = /(?:"[^"]*"|'[^']*'|`[^`]*`|\([^()]*\)|[\p{L}\p{N}_$.[\]])+/u.source;

/** In a longer one, nobody would see at once what is another. */
const longest = 500;

const habits: readonly Habit[] = [
  {
    message: 'Quotes like “ and ‘ are none here.',
    meant: outsideTexts(part => part.replace(/[“”„‟«»]/g, '"').replace(/[‘’‚‛]/g, "'")),
  },
  {
    message: 'A field is written without braces around it.',
    meant: source => source.replace(/^\s*\$?\{\{?\s*([^\s{}](?:[^{}]*[^\s{}])?)\s*\}?\}\s*$/, '$1'),
  },
  {
    message: 'What is chosen by a condition is written with ? and :.',
    meant: source =>
      source.replace(
        /^\s*if\s+(\S.*?)(?<!\s)\s+then\s+(\S.*?)(?:(?<!\s)\s+else\s+(\S.*?))?(?<!\s)\s*$/is,
        (_, when, yes, no) => (no === undefined ? `${when} ? ${yes}` : `${when} ? ${yes} : ${no}`),
      ),
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
    message: 'What stands in for a missing value comes behind ??.',
    meant: source => source.replace(/(?<!\s)\s*\|\|\s*(?=["'])/g, ' ?? '),
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
    meant: outsideTexts(part => part.replace(/\?\.(?=[\p{L}_`"])/gu, '.')),
  },
  {
    message: 'A position in a list stands in brackets.',
    meant: outsideTexts(part => part.replace(/\.(\d+)(?=[.\s)]|$)/g, '[$1]')),
  },
];

const signs: Readonly<Record<string, string>> = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' };

/** What an expression that cannot be read was meant to be, where it can be read then. */
export function habitOf(source: string): Remark | undefined {
  if (source.length > longest) return undefined;
  let meant = source;
  let message: string | undefined;
  for (const habit of habits) {
    const next = habit.meant(meant);
    if (next === meant) continue;
    message ??= habit.message;
    meant = next;
    if (isReadable(meant)) return remark(source, message, meant.trim());
  }
  return undefined;
}

/** Quotes of a word processor can be read: as a part of a name, which nothing is ever found by. */
export function wrongQuotes(source: string): Remark | undefined {
  const parts = source.split(texts).filter((_, index) => index % 2 === 0);
  return parts.some(part => /(?:^|[\s=(,&?:[])[“”„‟«»‘’‚‛]/.test(part)) ? habitOf(source) : undefined;
}

/** A text can never be added: that is always a fault where it is evaluated. */
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

function isReadable(source: string): boolean {
  try {
    parse(source);
    return true;
  } catch {
    // Whatever it says: it is not what was meant.
    return false;
  }
}

function remark(source: string, message: string, meant: string): Remark {
  let start = 0;
  while (start < source.length && source[start] === meant[start]) start += 1;
  const offset = Math.min(start, source.length - 1);
  const hint = `Did you mean ${meant}?`;
  return {
    diagnostic: diagnostic('expression/syntax', message, { hint }),
    offset,
    length: source.length - offset,
  };
}

const texts = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/s;

/** Changes an expression, but not the texts and the quoted names in it. */
function outsideTexts(change: (part: string) => string): (source: string) => string {
  return source =>
    source
      .split(texts)
      .map((part, index) => (index % 2 === 0 ? change(part) : part))
      .join('');
}
