import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Reading } from '../../inbox/event.ts';
import { decodeText } from './charset.ts';
import { jsonShape } from './json.ts';

/**
 * Returns the keys that occur twice in an object of a JSON body, in any spelling: the last value counts, and
 * the earlier ones are only in the bytes. Empty for other kinds of bodies, in which a repeated key is a list.
 */
export function repeatedKeys(bytes: Uint8Array, { kind, charset }: Reading): ReadonlySet<string> {
  const repeated = new Set<string>();
  const text = kind === 'json' ? decodeText(bytes, charset) : undefined;
  const open: Set<string>[] = [];
  for (const [token, colon] of text?.matchAll(tokens) ?? []) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key: unknown = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
      const keys = open.at(-1);
      if (typeof key !== 'string' || !keys) continue;
      if (keys.has(key)) repeated.add(key);
      keys.add(key);
    }
  }
  return repeated;
}

/**
 * Returns a warning if a JSON body has a key twice in one object, because the intended value is unknown.
 * `value` is the parsed body.
 */
export function repeatedKeyWarning(
  bytes: Uint8Array,
  reading: Reading,
  value: unknown,
): Diagnostic | undefined {
  const { kind, isQuoted, jsonField } = reading;
  if (kind !== 'json') return undefined;
  // Finding the names costs more than counting, and nearly no body has a key twice.
  if (!isQuoted && !jsonField && countKeys(value) >= jsonShape(bytes).keys) return undefined;
  const names = [...repeatedKeys(bytes, reading)];
  if (names.length === 0) return undefined;
  const shown = names.slice(0, mostNamed).map(name => `"${visibleText(name.slice(0, longestName))}"`);
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return diagnostic(
    'intake/repeated-key',
    `an object in the body has a key more than once: ${shown.join(', ')}${more}; the last value counts, the others are not used`,
    { hint: 'look whether the right value was used, and have the sender send each key once' },
  );
}

const mostNamed = 3;
const longestName = 60;

/** Counts the keys of objects and the elements of lists at all levels. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inside.reduce<number>((count, each) => count + countKeys(each), inside.length);
}

/** Matches a string, with the colon after it if it is a key, and the brackets of objects. */
const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;
