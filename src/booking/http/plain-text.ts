import { escapeText } from '../../diagnostics/visible-text.ts';

/**
 * A text from the network, safe to show: only line breaks stay, other control and direction characters are escaped,
 * and it is not longer than `longest` characters (the last one is then `…`).
 */
export function plainText(text: string, longest: number): string {
  // Escaping only makes a text longer, so that what lies beyond the limit need not be looked at.
  const lines = text
    .slice(0, 2 * longest)
    .replaceAll('\r\n', '\n')
    .split('\n');
  const escaped = lines.map(escapeText).join('\n');
  return escaped.length > longest ? `${escaped.slice(0, longest - 1).toWellFormed()}…` : escaped;
}
