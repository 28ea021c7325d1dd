import { decodeText } from '../bodies/charset.ts';
import { parseJson } from '../bodies/json.ts';

/** The maximum size of an unverified body that is read. */
const maxBytes = 4096;

/** Returns the text of a JSON body that is only `{key: text}`; the text is neither empty nor too long. */
export function onlyText(body: Uint8Array, key: string, maxLength: number): string | undefined {
  return onlyTexts(body, [key], maxLength)?.get(key);
}

/** Returns the texts of a JSON object that has only these keys; each text is neither empty nor too long. */
export function onlyTexts(
  body: Uint8Array,
  keys: readonly string[],
  maxLength: number,
): ReadonlyMap<string, string> | undefined {
  if (body.length > maxBytes) return undefined;
  const decoded = decodeText(body, 'utf-8');
  if (decoded === undefined) return undefined;
  const json = parseJson(body, decoded);
  if (json.kind !== 'read' || typeof json.value !== 'object' || json.value === null) return undefined;
  if (Array.isArray(json.value)) return undefined;
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(json.value)) {
    if (!keys.includes(key) || typeof text !== 'string' || text === '' || text.length > maxLength) {
      return undefined;
    }
    texts.set(key, text);
  }
  return texts;
}
