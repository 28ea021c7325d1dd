import { escapeText } from '../../diagnostics/visible-text.ts';
import type { JsonFault } from '../../receive/bodies/json-fault.ts';

const mostBefore = 50;
const mostShown = 70;

/** Describes where a payload stops being JSON: the place, the expected characters, and the line with a mark. */
export function jsonFaultText(name: string, text: string, { offset, expected }: JsonFault): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  const number = String(before.length);
  const start = before.at(-1) ?? '';
  const rest = text.slice(offset).split(/\r\n|\r|\n/)[0] ?? '';
  const shownStart = escapeText(start.length > mostBefore ? `...${start.slice(3 - mostBefore)}` : start);
  const line = shownStart + escapeText(rest.slice(0, Math.max(20, mostShown - shownStart.length)));
  const gutter = ' '.repeat(number.length);
  return [
    `${escapeText(name)}:${number}:${start.length + 1}: here should stand ${expected}`,
    `${gutter} |`,
    `${number} | ${line}`.trimEnd(),
    `${gutter} | ${' '.repeat([...shownStart].length)}^`,
    ...hintFor(rest, expected).map(hint => `${gutter} hint: ${hint}`),
  ].join('\n');
}

function hintFor(rest: string, expected: string): readonly string[] {
  if (/^[“”„«»‘’]/.test(rest)) return ['JSON wants straight double quotes: "text"'];
  if (rest.startsWith("'")) return ['JSON wants double quotes: "text"'];
  if (/^[}\]]/.test(rest)) return ['no comma stands behind the last one'];
  return expected.includes('key') && /^[\p{L}_]/u.test(rest) ? ['keys stand in double quotes: "key"'] : [];
}
