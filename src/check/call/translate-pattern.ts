/**
 * Translates a pattern of the API into the dialect used here. The API's dialect is not documented, so
 * patterns that dialects read differently are refused.
 */
export function translatePattern(
  pattern: string,
): { readonly pattern: string } | { readonly problem: string } {
  let result = '';
  let inClass = false;
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const escaped = translateEscape(rest, inClass);
    if (escaped) {
      result += escaped.to;
      at += escaped.length;
      continue;
    }
    if (inClass && rest.startsWith('&&')) return { problem: 'it intersects classes (&&)' };
    if (inClass && rest.startsWith('[')) return { problem: 'it has a class inside a class' };
    const opening = inClass ? undefined : /^\[\^?/.exec(rest)?.[0];
    if (opening !== undefined && rest.startsWith(']', opening.length))
      return { problem: 'it has an empty class' };
    if (opening !== undefined) inClass = true;
    else if (rest.startsWith(']')) inClass = false;
    const taken = opening ?? rest.charAt(0);
    result += taken;
    at += taken.length;
  }
  return { pattern: result };
}

interface Escape {
  readonly length: number;
  readonly to: string;
}

function translateEscape(rest: string, inClass: boolean): Escape | undefined {
  if (!rest.startsWith('\\')) return undefined;
  const literal = /^\\Q.*?(\\E|$)/s.exec(rest)?.[0];
  if (literal !== undefined) return { length: literal.length, to: literal };
  const unicode = /^\\u([0-9a-f]{4})(?:\\u(d[c-f][0-9a-f]{2}))?/i.exec(rest);
  if (unicode) return translateUnicode(unicode[1] ?? '', unicode[2]);
  const [property, letter, name] = /^\\([pP])\{(\w+)\}/.exec(rest) ?? [];
  const posix = posixNames.get(name ?? '');
  if (property !== undefined && posix !== undefined) {
    const expression = `[:${letter === 'P' ? '^' : ''}${posix}:]`;
    return { length: property.length, to: inClass ? expression : `[${expression}]` };
  }
  return { length: 2, to: rest.slice(0, 2) };
}

function translateUnicode(first: string, second: string | undefined): Escape {
  const isPair = second !== undefined && /^d[89ab]/i.test(first);
  const code = isPair
    ? String.fromCharCode(Number.parseInt(first, 16), Number.parseInt(second, 16)).codePointAt(0)
    : Number.parseInt(first, 16);
  return { length: isPair ? 12 : 6, to: `\\x{${code?.toString(16)}}` };
}

/** Java's names for character classes of ASCII. */
const posixNames: ReadonlyMap<string, string> = new Map(
  [
    'Lower',
    'Upper',
    'ASCII',
    'Alpha',
    'Digit',
    'Alnum',
    'Punct',
    'Graph',
    'Print',
    'Blank',
    'Cntrl',
    'XDigit',
    'Space',
  ].map(name => [name, name.toLowerCase()]),
);
