import type { Reading } from '../../inbox/event.ts';
import { decodeText } from './charset.ts';

/**
 * The keys that an object in a JSON body has twice, however each is written: of these the last one counts, and what stood
 * at the others is in the bytes alone. None in a body of another kind, where what is repeated is a list.
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

/** A text, with the colon that makes it a key, and the ends of objects. */
const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;
