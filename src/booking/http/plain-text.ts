import { escapeText } from '../../diagnostics/visible-text.ts';

/**
 * Makes a text from the network safe to show: line breaks stay, other control and direction characters are escaped,
 * and it has at most `longest` characters (the last one is then `…`).
 */
export function plainText(text: string, longest: number): string {
  // Escaping only makes a text longer, so the part beyond the limit can be ignored.
  const lines = text
    .slice(0, 2 * longest)
    .replaceAll('\r\n', '\n')
    .split('\n');
  const escaped = lines.map(escapeText).join('\n');
  return escaped.length > longest ? `${escaped.slice(0, longest - 1).toWellFormed()}…` : escaped;
}
