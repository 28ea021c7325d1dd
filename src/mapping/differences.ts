import { scalarText, shown } from './text-of.ts';

/** Names that an expected call may leave out. */
const optional = new Set(['operation', 'destination']);

/**
 * How a call differs from the expected one, a line for each parameter. Values compare as texts, so 3 expects `3`.
 * Everything must be said: a parameter or an additional field beside the expected ones is a difference.
 */
export function differences(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): string[] {
  const wanted = flatten(expected);
  const found = flatten(actual);
  const lines: string[] = [];
  for (const [name, text] of wanted) {
    const other = found.get(name);
    if (other === undefined) lines.push(`${name}: expected ${shown(text)}, but it is not sent`);
    else if (other !== text) lines.push(`${name}: expected ${shown(text)}, but it is ${shown(other)}`);
  }
  for (const [name, text] of found) {
    if (!wanted.has(name) && !optional.has(name))
      lines.push(`${name}: not expected, but it is ${shown(text)}`);
  }
  return lines;
}

/** The texts of a call, the additional fields by their full names. */
function flatten(call: Readonly<Record<string, unknown>>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(call)) {
    if (name !== 'additionalFields' || typeof value !== 'object' || value === null) {
      texts.set(name, textOf(value));
      continue;
    }
    for (const [key, field] of Object.entries(value)) texts.set(`additionalFields.${key}`, textOf(field));
  }
  return texts;
}

function textOf(value: unknown): string {
  const text = scalarText(value);
  return 'value' in text ? text.value : shown(value);
}
