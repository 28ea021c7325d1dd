import type jsonata from 'jsonata';
import { isMomentOfADay, type TakeNotice } from '../notice.ts';
import type { Implementation } from './text-functions.ts';

/** The facts that are recorded during one evaluation. */
export interface Watch {
  readonly take: TakeNotice;
  /** Results of `$split` and `$match`. To join them without a separator is a way to remove a character. */
  readonly pieces: Set<unknown>;
  /** Results of `$toMillis` for texts without an offset. Written again, these texts are unchanged. */
  readonly local: Set<unknown>;
  /** True while `$toMillis` calls `$fromMillis` to check that the day exists. */
  isChecking: boolean;
}

type Look = (values: readonly unknown[], result: unknown, watch: Watch) => void;

/** Wraps a function: `watch` records its results for unusual values. */
export function watched(name: string, call: Implementation, watchOf: () => Watch): Implementation {
  const look = looks.get(name);
  if (!look) return call;
  function watching(this: jsonata.Focus, ...values: unknown[]): unknown {
    const watch = watchOf();
    const { isChecking } = watch;
    watch.isChecking = isChecking || name === 'toMillis';
    const result: unknown = call.call(this, ...(values as never[]));
    watch.isChecking = isChecking;
    if (!(result instanceof Promise)) {
      look?.(values, result, watchOf());
      return result;
    }
    return result.then((later: unknown) => {
      look?.(values, later, watchOf());
      return later;
    });
  }
  // JSONata passes a function as many arguments as it declares.
  return Object.defineProperty(watching, 'length', { value: call.length });
}

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['join', lookAtJoin],
  ['number', lookAtNumber],
  ['split', lookAtPieces],
  ['match', lookAtPieces],
  ['substring', lookAtDay],
  ['substringBefore', lookAtHalf],
  ['substringAfter', lookAtHalf],
  ['replace', lookAtDay],
  ['fromMillis', lookAtMillis],
  ['toMillis', lookAtLocal],
]);

function lookAtJoin([texts, separator]: readonly unknown[], _result: unknown, { take, pieces }: Watch): void {
  if (!Array.isArray(texts) || (separator !== undefined && separator !== '')) return;
  const words = texts.filter(each => typeof each === 'string' && each !== '') as readonly string[];
  if (words.every(each => pieces.has(each)) || words.every(({ length }) => length === 1)) return;
  const at = words.findIndex(
    (each, index) => /[\p{L}\p{N}]$/u.test(each) && /^[\p{L}\p{N}]/u.test(words[index + 1] ?? ''),
  );
  const [first, second] = words.slice(at, at + 2);
  if (at >= 0 && first !== undefined && second !== undefined) take({ kind: 'joined', first, second });
}

/** `1.250` is more than a thousand in Germany, but not in England. */
const mayBeThousands = /^\s*[+-]?[1-9]\d{0,2}(?:\.\d{3})+\s*$/;

function lookAtNumber([value, decimal]: readonly unknown[], result: unknown, { take }: Watch): void {
  if (typeof result !== 'number') return;
  if (typeof value === 'boolean') take({ kind: 'counted', value });
  else if (typeof value === 'string' && /^\s*(?:0[xob]|[+-]?0\d{3}|\+\d|\d+e\d+\s*$)/i.test(value))
    take({ kind: 'counted', value });
  else if (typeof value === 'string' && decimal === undefined && mayBeThousands.test(value))
    take({ kind: 'doubtful', ...thousandsDoubt(value, result) });
}

function thousandsDoubt(text: string, number: number): { message: string; hint: string } {
  return {
    message: `"${text.trim()}" is read by $number as ${number}; the point may stand between thousands, too`,
    hint: 'write $number(PATH, ".") with its path if the point stands before decimals, $number(PATH, ",") if it stands between thousands',
  };
}

const mostPieces = 10_000;

function lookAtPieces(values: readonly unknown[], result: unknown, watch: Watch): void {
  const parts = [result].flat().map(each => textOf(each));
  for (const part of parts) if (watch.pieces.size < mostPieces) watch.pieces.add(part);
  for (const part of parts.slice(0, 1)) lookAtDay(values, part, watch);
  const [text] = values;
  if (Array.isArray(result) && typeof text === 'string')
    watch.take({ kind: 'divided', text, count: result.length });
}

/** A text without the separator stays whole. */
function lookAtHalf(values: readonly unknown[], result: unknown, watch: Watch): void {
  const [text, sign] = values;
  if (typeof text === 'string' && text === result) watch.take({ kind: 'divided', text, count: 1 });
  else if (typeof text === 'string' && typeof sign === 'string' && isSkewed(text, sign))
    watch.take({ kind: 'divided', text, count: 0 });
  lookAtDay(values, result, watch);
}

/** Spaces at the start and double spaces divide a text elsewhere than a single space between two words. */
function isSkewed(text: string, sign: string): boolean {
  return sign.trim() === '' && sign !== '' && text.trim() !== '' && /^\s|\S\s\s{1,9}\S/.test(text);
}

/** `$match` returns objects, `$split` texts. */
function textOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'match' in part ? part.match : part;
}

function lookAtDay([text]: readonly unknown[], result: unknown, { take }: Watch): void {
  if (typeof text !== 'string' || typeof result !== 'string' || !isMomentOfADay(text)) return;
  const moment = text.trim();
  const isWithTime = result.includes(moment.slice(11, 16));
  if (isWithTime && result.length <= 20 && /(?:Z|[+-]00:?00)$/i.test(moment) && !/[Zz+]/.test(result))
    take({ kind: 'utc-time', hour: moment.slice(11, 13) });
  if (!isWithTime && result.length <= 20 && result.includes(moment.slice(8, 10)))
    take({ kind: 'cut', moment });
}

const dayMs = 86_400_000;

function lookAtMillis(
  [millis, picture, zone]: readonly unknown[],
  _result: unknown,
  { take, local, isChecking }: Watch,
): void {
  if (typeof millis !== 'number' || typeof picture !== 'string' || zone !== undefined) return;
  if (isChecking || local.has(millis) || /\[\s*[Zz]/.test(picture)) return;
  if (/\[\s*[Hh]/.test(picture)) {
    const hour = new Date(millis).getUTCHours();
    if (!Number.isNaN(hour)) take({ kind: 'utc-time', hour: String(hour).padStart(2, '0') });
  } else if (/\[\s*[DdF]/.test(picture) && millis % dayMs !== 0) take({ kind: 'utc-day', millis });
}

function lookAtLocal([text, picture]: readonly unknown[], result: unknown, { local }: Watch): void {
  const hasOffset =
    typeof picture === 'string' ? /\[\s*[Zz]/.test(picture) : /(?:Z|[+-]\d\d:?\d\d)$/i.test(String(text));
  if (!hasOffset && local.size < mostPieces) local.add(result);
}
