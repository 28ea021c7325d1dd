/** A content type, with its names in lower case. */
export interface MediaType {
  /** `application/json`; empty if there is none. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** A type and the text after it, with or without the required semicolon. */
const typeFirst = new RegExp(`^(${token}/${token})(?:[ \\t]+(.*))?$`, 's');
const pair = new RegExp(`^(${token})[ \\t]*=[ \\t]*(.*)$`, 's');

/** Words that senders write instead of a type, and their types. Other words have no type. */
const words: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['text', 'text/plain'],
  ['plain', 'text/plain'],
  ['form', 'application/x-www-form-urlencoded'],
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['form-urlencoded', 'application/x-www-form-urlencoded'],
  ['x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
  ['form-data', 'multipart/form-data'],
]);

/**
 * Parses a content type as senders write it. The text before the first semicolon or comma is the type, with or without
 * quotes. After it, only `name=value` counts. A parameter with two values counts as missing, and so does one without a
 * value, which WordPress sends.
 */
export function parseMediaType(text: string): MediaType {
  const [first = '', ...more] = partsOf(text);
  const bare = unquoted(first).trim();
  const [, type, behind] = typeFirst.exec(bare) ?? [];
  const name = type?.toLowerCase() ?? words.get(bare.toLowerCase()) ?? '';
  const others = type === undefined ? [bare, ...more] : [behind ?? '', ...more];
  return { name: name.endsWith('/*') ? '' : name, parameters: parametersIn(others) };
}

/** Splits at semicolons and commas outside of quotes. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === '\\' && isQuoted) at += 1;
    else if ((sign === ';' || sign === ',') && !isQuoted) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

function parametersIn(parts: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const each of parts) {
    const [, name = '', written = ''] = pair.exec(each) ?? [];
    const key = name.toLowerCase();
    const value = unquoted(written);
    if (key === '' || value === '') continue;
    values.set(key, values.has(key) && values.get(key) !== value ? '' : value);
  }
  return new Map([...values].filter(([, value]) => value !== ''));
}

function unquoted(text: string): string {
  const [, inside] = /^"((?:[^"\\]|\\.)*)"?$/s.exec(text) ?? /^'([^']*)'$/s.exec(text) ?? [];
  return inside === undefined ? text : inside.replace(/\\(.)/gs, '$1');
}
