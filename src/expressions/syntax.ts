import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { quotedStart } from './syntax-tree.ts';

/** A diagnostic about an expression, and its position in the source. */
export interface Remark {
  readonly diagnostic: Diagnostic;
  readonly offset: number;
  readonly length: number;
  /** The corrected source, if the likely meaning is certain enough to be advised. It is readable. */
  readonly meant?: string;
  /** The hint if the likely meaning is shown separately. */
  readonly besides?: string;
}

/** The errors of JSONata's parser. */
interface ParserError {
  readonly code?: unknown;
  readonly position?: unknown;
  readonly token?: unknown;
  readonly value?: unknown;
  readonly message?: unknown;
}

/** Describes the error that JSONata's parser threw for a source. */
export function describeSyntax(thrown: unknown, source: string): Remark {
  const error: ParserError = typeof thrown === 'object' && thrown !== null ? thrown : {};
  const code = String(error.code);
  const describe = Object.hasOwn(messages, code) ? messages[code] : undefined;
  const { message, hint } = describe?.(error, source) ?? unreadable(thrown);
  return { diagnostic: diagnostic('expression/syntax', message, { hint }), ...placeOf(error, code, source) };
}

interface Words {
  readonly message: string;
  readonly hint?: string;
}

type Describe = (error: ParserError, source: string) => Words;

const backticksHint = 'Put a name with a space, a hyphen or the like in backticks: `Customer number`.';

const messages: Readonly<Record<string, Describe>> = {
  S0101: () => ({ message: 'A text has no end.', hint: 'Close it with the same quote that begins it.' }),
  S0102: () => ({ message: 'A number is too large.', hint: 'Put it into quotes if it stands for a text.' }),
  S0103: ({ token }) => ({
    message: `\\${String(token)} means nothing in a text.`,
    hint: 'Write \\\\ for a backslash; \\n, \\t, \\" and \\u00e4 are read as elsewhere.',
  }),
  S0104: () => ({ message: '\\u in a text needs four digits from 0 to 9 or letters from a to f: \\u00e4.' }),
  S0105: () => ({ message: 'A name in backticks has no end.', hint: 'Close it with a backtick.' }),
  S0106: () => ({ message: 'A comment has no end.', hint: 'Close it with */.' }),
  S0201: unexpected,
  S0202: ({ value, token }) => ({
    message: `${shown(token)} stands where ${shown(value)} is expected.`,
    ...(isWord(token) && { hint: backticksHint }),
  }),
  S0203: ({ value }) => ({ message: `The expression ends where ${shown(value)} is expected.` }),
  S0204: ({ token }) => ({ message: `${shown(token)} is not an operator.` }),
  S0205: unexpected,
  S0206: unexpected,
  S0207: (_error, source) => endsEarly(source.trim()),
  S0208: () => ({ message: 'The parameters of a function are names with a dollar sign: function($x){…}.' }),
  S0209: () => ({ message: 'A condition in brackets cannot follow a grouping in braces.' }),
  S0210: () => ({ message: 'A step can have only one grouping in braces.' }),
  S0211: ({ token }, source) => {
    const [name] = /^@[\p{L}_][\p{L}\p{N}_-]*/u.exec(source.trim()) ?? [];
    return {
      message: `${shown(token)} needs something on its left.`,
      ...(name !== undefined && { hint: `Put the name of an XML attribute in backticks: '\`${name}\`'.` }),
    };
  },
  S0212: () => ({ message: 'On the left of := stands a name with a dollar sign: $x := 1.' }),
  S0213: ({ value, position }, source) => ({
    message: `${shown(value)} cannot be a step of a path.`,
    hint:
      source[Number(position) - String(value).length - 1] === '-'
        ? backticksHint
        : `Put it into backticks if it is a name: \`${String(value)}\`. A position stands in brackets: list[0].`,
  }),
  S0214: ({ token }) => ({ message: `On the right of ${shown(token)} stands a name with a dollar sign.` }),
  S0215: () => ({ message: '@ must stand before the conditions in brackets.' }),
  S0216: () => ({ message: '@ must stand before the ordering with ^.' }),
  S0217: () => ({ message: '% has nothing here that it could be the parent of.' }),
  S0301: () => ({ message: 'A pattern is empty.' }),
  S0302: () => ({ message: 'A pattern has no end.', hint: 'Close it with /.' }),
  S0401: () => ({ message: 'The signature of a function cannot be read.' }),
  S0402: () => ({ message: 'The signature of a function cannot be read.' }),
};

/** A column such as Handy-Nr. ends with a dot, and the name before it may have other signs. */
const endsLikeName = /^[\p{L}_][\p{L}\p{N}_ -]*[.-]$/u;

function endsEarly(source: string): Words {
  if (source === '') return { message: 'The expression is empty.' };
  const message = 'The expression ends too early.';
  if (!endsLikeName.test(source)) return { message };
  return { message, hint: `If it is a name, put it in backticks: \`${source}\`.` };
}

function unexpected({ token }: ParserError, source: string): Words {
  const isText = /^[\p{L}\p{N}\s.,!?'’-]+$/u.test(source);
  const literal = ` To send the text itself, write {value: ${JSON.stringify(source.trim())}}.`;
  return {
    message: `${shown(token)} is not expected here.`,
    ...(isWord(token) && { hint: `${backticksHint}${isText ? literal : ''}` }),
  };
}

function unreadable(thrown: unknown): Words {
  const problem = invalidPattern(thrown)?.problem;
  return {
    message:
      problem === undefined ? 'The expression cannot be read.' : `A pattern cannot be read: ${problem}.`,
  };
}

/** Returns JavaScript's description of an invalid pattern, which JSONata passes on. */
function invalidPattern(thrown: unknown): { pattern: string; problem: string } | undefined {
  if (!(thrown instanceof SyntaxError)) return undefined;
  const [, pattern, problem] =
    /^Invalid regular expression: (\/.*\/)[a-z]*: (.*)$/s.exec(thrown.message) ?? [];
  return pattern === undefined || problem === undefined ? undefined : { pattern, problem };
}

function isWord(token: unknown): boolean {
  return typeof token === 'string' && /^[\p{L}\p{N}_]/u.test(token);
}

function shown(token: unknown): string {
  return token === '(end)' ? 'the end' : `"${String(token)}"`;
}

function placeOf(error: ParserError, code: string, source: string): { offset: number; length: number } {
  const lastAt = Math.max(0, source.length - 1);
  if (typeof error.position !== 'number') {
    const pattern = invalidPattern(error)?.pattern ?? source;
    return { offset: Math.max(0, source.indexOf(pattern)), length: Math.max(1, pattern.length) };
  }
  if (code === 'S0101' || code === 'S0105') return { offset: unclosedQuote(source) ?? lastAt, length: 1 };
  if (code === 'S0103' || code === 'S0104') return { offset: error.position - 1, length: 2 };
  if (code === 'S0106') return { offset: error.position, length: 2 };
  if (code === 'S0207' || code === 'S0203' || error.token === '(end)') return { offset: lastAt, length: 1 };
  const end = Math.min(error.position, source.length);
  const start =
    quotedStart(source, end) ?? end - (error.token === undefined ? 1 : String(error.token).length);
  return { offset: Math.max(0, start), length: Math.max(1, end - Math.max(0, start)) };
}

/** Returns the position of the last quote that is not closed. */
function unclosedQuote(source: string): number | undefined {
  const quotes = source.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\/\*.*?\*\/|["'`]/gs);
  return [...quotes].findLast(([text]) => text.length === 1)?.index;
}
