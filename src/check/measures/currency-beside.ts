import { pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { answerIn } from '../../mapping/answers/answer-expression.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { shownName, textsOfQuestion } from '../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { currencyKey, currencyWritten, isCurrencyKey } from '../names/currencies.ts';

/** An amount that a rule reads. */
export interface AmountRead {
  /** The steps from the payload; empty for the answer to a question. */
  readonly steps: readonly string[];
  /** The path or the question as it is written. */
  readonly written: string;
  /** The name of the question. */
  readonly asked?: string;
  /** False if brackets choose some entries of a list. */
  readonly isBare: boolean;
}

/** The currency that an event has beside an amount. */
export interface Beside {
  /** The path of the currency. */
  readonly text: string;
  readonly value: string;
  readonly codes: readonly string[];
}

/**
 * Returns the currency in the object of an amount, or in the nearest object above it that has one; for the entries of a
 * list, each of theirs. None if an object has several, and for an amount that was converted by its name: `base_amount`
 * beside `currency`.
 */
export function currenciesBeside({ steps, isBare }: AmountRead, payload: unknown): readonly Beside[] {
  const name = steps.at(-1) ?? '';
  for (let depth = steps.length - 1; depth >= 0; depth -= 1) {
    const at = steps.slice(0, depth);
    const found = objectsAt(at, payload).flatMap(each => currencyIn(each, at, name) ?? []);
    const [first] = found;
    if (!first) continue;
    // An entry that brackets choose may be any of them.
    return isBare || found.every(({ codes }) => codes[0] === first.codes[0]) ? found : [];
  }
  return [];
}

/** Returns the objects at some steps, each entry of a list separately. */
function objectsAt(steps: readonly string[], payload: unknown): readonly object[] {
  return valuesAtSteps(steps, payload).slice(0, mostObjects).filter(isPlainObject);
}

/** Returns the values at some steps, each element of a list separately. */
export function valuesAtSteps(steps: readonly string[], payload: unknown): readonly unknown[] {
  return steps.reduce<readonly unknown[]>(
    (all, step) => all.flatMap(each => [ownValue(each, step)].flat(Number.POSITIVE_INFINITY)),
    [payload].flat(),
  );
}

const mostObjects = 100;
const mostKeys = 200;

function currencyIn(object: object, at: readonly string[], amount: string): Beside | undefined {
  const found = Object.keys(object)
    .slice(0, mostKeys)
    .flatMap(key => {
      const before = currencyKey(key);
      const given = before === undefined ? undefined : writtenAt(ownValue(object, key), [...at, key]);
      return given && before !== undefined ? [{ ...given, before }] : [];
    });
  const own = found.filter(({ before }) => before !== '' && firstWord(before) === firstWord(amount));
  if (own.length > 0) return only(own);
  if (converted.test(amount)) return undefined;
  const plain = found.filter(({ before }) => before === '');
  return plain.length > 0 ? only(plain) : only(found.filter(({ before }) => !ofOthers.test(before)));
}

/** A currency may be an object of its own: `{code: "EUR", symbol: "€"}`. */
function writtenAt(value: unknown, steps: readonly string[]): Beside | undefined {
  const codes = currencyWritten(value);
  if (codes && typeof value === 'string') return { text: pathText(steps), value, codes };
  if (!isPlainObject(value)) return undefined;
  for (const part of parts) {
    const written = ownValue(value, part);
    const known = currencyWritten(written);
    if (known && typeof written === 'string')
      return { text: pathText([...steps, part]), value: written, codes: known };
  }
  return undefined;
}

const parts = ['code', 'iso', 'iso_code', 'isoCode', 'value', 'id', 'symbol', 'name'];

function only(found: readonly Beside[]): Beside | undefined {
  const [first] = found;
  return found.every(({ codes }) => codes[0] === first?.codes[0]) ? first : undefined;
}

function firstWord(name: string): string {
  return name.toLowerCase().split(/[^\p{L}]/u)[0] ?? '';
}

/** An amount in another currency than that of the order, by its name. */
const converted = /base|home|convert|local|settle|shop|store|basis|umgerechnet|exchanged|accounting/i;
/** Currencies of somebody else than the one who pays. */
const ofOthers = /default|preferred|base|home|shop|store|account|target|presentment|display|settlement/i;

/** Returns the answer to a question about an amount, and the currency that another question of the form has. */
export function questionOfCurrency(
  answers: unknown,
  asked: string,
): { readonly value: unknown; readonly beside: readonly Beside[] } {
  const bindings = { answers, headers: {}, query: {}, body: undefined, event: undefined, linked: undefined };
  const found = answerIn({ input: undefined, bindings }, asked);
  if (found.kind !== 'found') return { value: undefined, beside: [] };
  const beside = answeredQuestions((answers ?? {}) as Answers).questions.flatMap(question => {
    const isCurrency = [...question.keys, ...textsOfQuestion(question)].some(
      name => name !== undefined && isCurrencyKey(name),
    );
    const codes = isCurrency ? currencyWritten(question.value) : undefined;
    const text = pathText(['$answers', shownName(question)]);
    return codes && typeof question.value === 'string' ? [{ text, value: question.value, codes }] : [];
  });
  const one = only(beside);
  return { value: found.value, beside: one ? [one] : [] };
}
