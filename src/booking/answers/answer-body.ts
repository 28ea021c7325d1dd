/**
 * What the body of an answer is. `json`: any JSON value, with the top-level names that stand in it twice. `text`:
 * anything that is not JSON and does not begin like it. `cut`: it begins like JSON and cannot be read as such.
 */
export type AnswerBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown; readonly doubled: ReadonlySet<string> }
  | { readonly kind: 'cut' }
  | { readonly kind: 'text'; readonly text: string };

/** A JSON object of an answer. Only its own properties may be read, by `field`. */
export type AnswerObject = Readonly<Record<string, unknown>>;

/**
 * Reads the body of an answer by what it is, whatever its content type says. Integers that a JavaScript number
 * cannot hold arrive as texts.
 */
export function readAnswerBody(bytes: Uint8Array): AnswerBody {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') return { kind: 'empty' };
  try {
    const value: unknown = JSON.parse(text, exactInteger);
    return { kind: 'json', value, doubled: doubledNames(text) };
  } catch {
    // Not JSON, or nested so deeply that nobody can have meant it.
    return /^[{["]/.test(text) ? { kind: 'cut' } : { kind: 'text', text };
  }
}

/** The value as an object, if it is one. */
export function asObject(value: unknown): AnswerObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as AnswerObject)
    : undefined;
}

/** A property of an answer's object. */
export function field(object: AnswerObject | undefined, name: string): unknown {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A property that is a text with something in it. */
export function textField(object: AnswerObject | undefined, name: string): string | undefined {
  const value = field(object, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A property that is a list: its texts. Undefined where it is no list. */
export function textsField(object: AnswerObject | undefined, name: string): readonly string[] | undefined {
  const value = field(object, name);
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;
}

/** A property that is a number of a customer, as digits. */
export function digitsField(object: AnswerObject | undefined, name: string): string | undefined {
  const value = field(object, name);
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^[0-9]+$/.test(text) ? text : undefined;
}

/** Whether two texts are the same number; false where either is none. */
export function sameNumber(one: string, other: string): boolean {
  if (![one, other].every(each => /^[0-9]+$/.test(each))) return false;
  return one.replace(/^0+(?=.)/, '') === other.replace(/^0+(?=.)/, '');
}

function exactInteger(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?[0-9]+$/.test(source) ? source : value;
}

/** The names that stand twice in the outermost object of a text that is JSON. */
function doubledNames(json: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  let depth = 0;
  // Strings as a whole, with the colon that makes them a name, and the brackets between them.
  for (const [token, string, colon] of json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (string !== undefined && colon !== undefined && depth === 1) {
      const key = String(JSON.parse(string));
      if (seen.has(key)) doubled.add(key);
      seen.add(key);
    }
  }
  return doubled;
}
