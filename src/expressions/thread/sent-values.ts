import { ExpressionFailed } from '../expression.ts';
import type { SentValue, Values } from './message.ts';

/** The number of JSON characters that the thread keeps: some large payloads, or many ordinary ones. */
const mostCharacters = 2_000_000;

/** The values sent to one thread: each payload is sent once, however many expressions read it. */
export interface SentValues {
  /**
   * Returns the message that sends these values.
   * @throws ExpressionFailed if a value is nested too deeply
   */
  send(input: unknown, bindings: readonly (readonly [string, unknown])[]): Values;
}

/** Makes the record of a new thread, which has no values yet. */
export function sentValues(): SentValues {
  let numbers = new WeakMap<object, number>();
  /** The lengths of the texts in the thread, oldest first. */
  const lengths = new Map<number, number>();
  let characters = 0;
  let last = 0;

  return {
    send(input, bindings) {
      const texts: [number, string][] = [];
      const forgotten: number[] = [];
      if (characters > mostCharacters) {
        forgotten.push(...lengths.keys());
        lengths.clear();
        numbers = new WeakMap();
        characters = 0;
      }
      const sent = (value: unknown): SentValue => {
        if (typeof value !== 'object' || value === null) return { value };
        const known = numbers.get(value);
        if (known !== undefined) return { text: known };
        const json = jsonOf(value);
        last += 1;
        numbers.set(value, last);
        lengths.set(last, json.length);
        characters += json.length;
        texts.push([last, json]);
        return { text: last };
      };
      return {
        input: sent(input),
        bindings: bindings.map(([name, value]) => [name, sent(value)] as const),
        texts,
        forgotten,
      };
    },
  };
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ExpressionFailed('expression/limit', 'The values nest too deep, or are too large.');
  }
}
