import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { listInText } from '../../receive/answers/list-in-text.ts';

/** A longer text is never a list of answers. In characters. */
const longest = 20_000;

/**
 * Returns the elements of a list that a program wrote into one text: as JSON, as Python (`['a', 'b']`), as a database
 * (`{a,b}`), as Java (`[a, b]`) or as PHP (`a:1:{i:0;s:1:"a";}`). Any other value is returned unchanged.
 */
export function readWrittenList(value: unknown): unknown {
  const json = listInText(value);
  if (json !== value || typeof value !== 'string') return json;
  return writtenList(value) ?? value;
}

/** Returns the elements of a list that a program wrote into one text, but not as JSON; undefined for other texts. */
export function writtenList(text: string): readonly string[] | undefined {
  if (text.length > longest) return undefined;
  const [, php] = /^\s*a:\d{1,4}:\{([^{}]*)\}\s*$/.exec(text) ?? [];
  if (php !== undefined) return elementsIn(php, phpElement);
  const [, open = '', inside = ''] = /^\s*([[({])([^[\](){}]*)[\])}]\s*$/.exec(text) ?? [];
  const quoted = open === '' ? undefined : elementsIn(inside, open === '{' ? databaseElement : quotedElement);
  if (quoted?.length === 1 && !/["']/.test(inside)) return undefined;
  if (quoted) return quoted;
  // With one element it may be a placeholder, and with a colon an object.
  const bare = open === '' || open === '(' || /[:;="'\n]/.test(inside) ? [] : inside.split(',');
  const elements = bare.map(withoutBlankEnds);
  return elements.length > 1 && elements.every(each => /^[\p{L}\p{N}]/u.test(each)) ? elements : undefined;
}

const phpElement = /i:\d{1,4};s:\d{1,5}:"([^"]*)";/y;
const databaseElement = /\s*(?:(?:'([^'\\]*)'|"([^"\\]*)")\s*|([\p{L}\p{N}][^,"':;=]*))(?:,|$)/uy;
const quotedElement = /\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*(?:,|$)/y;

/** Returns the elements of which a text consists, from its beginning to its end; undefined if it has other parts. */
function elementsIn(text: string, element: RegExp): readonly string[] | undefined {
  const elements: string[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < text.length) {
    const found = element.exec(text);
    if (!found) return undefined;
    elements.push(found[1] ?? found[2] ?? found[3]?.trim() ?? '');
  }
  return elements.length > 0 ? elements : undefined;
}

/** True for texts that a program joined with | without blanks, as in `Cut|Colour`. */
export function isJoinedByBar(text: string): boolean {
  if (text.length > 500 || !text.includes('|') || /[:/\\{}[\]<>\n]/.test(text)) return false;
  const parts = text.split('|');
  return parts.every(
    part => /^[\p{L}\p{N}]/u.test(part) && part === withoutBlankEnds(part) && /\p{L}/u.test(part),
  );
}
