import { ExpressionFailed } from '../expression.ts';
import { tooLarge, tooLong } from '../meter.ts';

/** The errors of JSONata; `value` and `value2` come from the payload and are never shown, only their types. */
interface JsonataFailure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly position?: unknown;
  readonly token?: unknown;
  readonly value?: unknown;
  readonly value2?: unknown;
  readonly index?: unknown;
}

/**
 * The failure of an evaluation in plain words, without any value of the payload: JSONata's own messages quote
 * values, so they are not used. The text of the expression, `source`, may be shown.
 */
export function failureOf(thrown: unknown, source: string): ExpressionFailed {
  if (thrown instanceof ExpressionFailed) return thrown;
  if (thrown instanceof RangeError) return /call stack/.test(thrown.message) ? tooDeep() : tooLarge();
  const failure: JsonataFailure = typeof thrown === 'object' && thrown !== null ? thrown : {};
  const code = String(failure.code);
  const limit = limitFailures[code];
  if (limit !== undefined) return limit();
  const describe = Object.hasOwn(messages, code) ? messages[code] : undefined;
  const sentence = describe?.(failure, source) ?? 'JSONata could not evaluate it.';
  const hint = /^T041[012]$/.test(code) ? hintOf(failure) : undefined;
  return new ExpressionFailed('expression/failed', `${sentence}${placeOf(failure, source)}`, hint);
}

const tooDeep = () =>
  new ExpressionFailed(
    'expression/limit',
    'The expression goes too deep: a function calls itself without end, or it is nested too much.',
  );

const limitFailures: Readonly<Record<string, () => ExpressionFailed>> = {
  D1011: tooDeep,
  D2014: () => tooLong('list'),
  D2015: () => tooLong('list'),
};

type Describe = (failure: JsonataFailure, source: string) => string;

const messages: Readonly<Record<string, Describe>> = {
  D1001: () => 'A number is too large.',
  D1002: ({ value }) => `- stands before ${typeName(value)}, which has no negative.`,
  D1004: () => 'The pattern matches the empty text, so it would match without end.',
  D1009: () => 'Two keys of the object came out the same.',
  D1013: () => 'A key of the object is reserved for JSONata.',
  D3001: () => 'A number is too large to be written as text.',
  D3010: () => '$replace was asked to replace an empty text.',
  D3012: () => 'The function given to $replace gave something else than a text.',
  D3030: ({ value }) => `$number was given ${typeName(value)} that is not a number.`,
  D3060: () => '$sqrt was given a negative number.',
  D3061: () => '$power gives a number that is too large.',
  D3070: () =>
    '$sort was given a list that is neither all texts nor all numbers; give it a function that compares.',
  D3110: () => '$toMillis was given a text that is not a date like 2026-01-31 or 2026-01-31T12:00:00Z.',
  D3137: stated('$error'),
  D3138: () => '$single found more than one.',
  D3139: () => '$single found none.',
  D3140: () => 'A text could not be read or written as part of a web address.',
  D3141: stated('$assert'),
  T0410: argument,
  T0411: argument,
  T0412: argument,
  T1003: ({ value }) => `A key of the object is ${typeName(value)}; keys are texts.`,
  T1006: ({ token }) => `${nameOf(token) ?? 'Something'} is called like a function, but it is none.`,
  T1010: () => 'A function was given where a pattern is expected.',
  T2001: notNumber('left'),
  T2002: notNumber('right'),
  T2003: () => 'The range begins with something else than a whole number.',
  T2004: () => 'The range ends with something else than a whole number.',
  T2006: () => 'On the right of ~> must be a function.',
  T2007: ({ value, value2 }) =>
    `The list cannot be put in order: it has ${typeName(value)} and ${typeName(value2)}.`,
  T2008: ({ value }) => `The list cannot be put in order by ${typeName(value)}, only by texts or numbers.`,
  T2009: ({ token, value, value2 }) =>
    `${String(token)} compares ${typeName(value)} with ${typeName(value2)}; $number(…) makes a number of a text.`,
  T2010: ({ token, value }) =>
    `${String(token)} compares only texts and numbers, and there is ${typeName(value)}.`,
  T2011: () => 'A transformation must set an object.',
  T2012: () => 'A transformation must delete names.',
  T2013: () => 'A transformation needs $clone, which the expression has replaced.',
};

function notNumber(side: string): Describe {
  return ({ token, value }) => {
    if (value === '')
      return `On the ${side} of ${String(token)} is an empty text, but the operator needs a number.`;
    const joins = token === '+' ? ', and & joins texts' : '';
    return `On the ${side} of ${String(token)} is ${typeName(value)}, but the operator needs a number; $number(…) converts a text${joins}.`;
  };
}

function argument({ token, index, value }: JsonataFailure): string {
  const at = notText({ token, value });
  if (at !== undefined && Array.isArray(value))
    return `$join cannot join element ${at + 1} of its list, which is ${typeName(value[at])}.`;
  const which = typeof index === 'number' ? `value ${index}` : 'a value';
  return `${nameOf(token) ?? 'A function'} cannot work with ${which} that it was given, ${typeName(value)}.`;
}

/** Returns the first element of a list for `$join` that is no text. */
function notText({ token, value }: Pick<JsonataFailure, 'token' | 'value'>): number | undefined {
  if (token !== 'join' || !Array.isArray(value)) return undefined;
  const at = value.findIndex(each => typeof each !== 'string');
  return at === -1 ? undefined : at;
}

/** The cures of values that senders write in place of a text. */
function hintOf({ token, value }: JsonataFailure): string | undefined {
  const at = notText({ token, value });
  if (at !== undefined && Array.isArray(value)) {
    return value[at] === null
      ? 'that value is empty in the event: have the sender fill it in, or leave such events out with when'
      : 'write $string(PATH) for that element, with its path';
  }
  if (token !== 'split') return undefined;
  if (value === null)
    return 'the value is empty in the event: write (PATH ? $split(PATH, ", ")), with its path';
  return Array.isArray(value)
    ? 'the value is a list already, so write its path without $split; if only some events have a list, write $map(PATH, function($each) { $split($each, ", ") })'
    : undefined;
}

/** A message in the source may be shown; a calculated one may contain values of the payload. */
function stated(name: string): Describe {
  return ({ message }, source) =>
    source.includes(`"${String(message)}"`) || source.includes(`'${String(message)}'`)
      ? `${name}: ${String(message)}`
      : `${name} stopped it.`;
}

function nameOf(token: unknown): string | undefined {
  return typeof token === 'string' && token !== '' ? `$${token}` : undefined;
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value === '') return 'an empty text';
  if (Array.isArray(value)) return 'a list';
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false', function: 'a function' }[
      typeof value as string
    ] ?? 'an object'
  );
}

function placeOf({ position }: JsonataFailure, source: string): string {
  if (typeof position !== 'number' || position < 1 || position > source.length) return '';
  return ` (at character ${position} of the expression)`;
}
