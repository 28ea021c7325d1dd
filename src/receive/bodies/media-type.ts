/** A content type, its names in lower case. */
export interface MediaType {
  /** `application/json`. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const whole = new RegExp(`^[ \\t]*(${token}/${token})[ \\t]*((?:;.*)?)$`);
const parameter = new RegExp(`^;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")?)?[ \\t]*`);

/**
 * Reads a content type strictly: nothing where it is not one, or where a parameter is there twice with two values.
 * A parameter without a value counts as left out, which WordPress sends.
 */
export function parseMediaType(text: string): MediaType | undefined {
  const [, name, rest = ''] = whole.exec(text) ?? [];
  if (name === undefined) return undefined;
  const parameters = new Map<string, string>();
  let left = rest;
  while (left !== '') {
    const match = parameter.exec(left);
    if (!match) return undefined;
    left = left.slice(match[0].length);
    const key = match[1]?.toLowerCase();
    const value = match[2] ?? match[3]?.replace(/\\(.)/g, '$1');
    if (key === undefined || !value) continue;
    if (parameters.has(key) && parameters.get(key) !== value) return undefined;
    parameters.set(key, value);
  }
  return { name: name.toLowerCase(), parameters };
}
