import { decodeText } from '../bodies/charset.ts';
import type { Head } from '../redaction/redact-head.ts';

/**
 * Returns the headers of a webhook for expressions. Stored headers are decoded as latin1. A value that is
 * valid UTF-8 is decoded as UTF-8, which most senders use for other letters than ASCII.
 */
export function headerTexts(headers: Head['headers']): Head['headers'] {
  const all = Object.entries(headers);
  if (all.every(([, value]) => isPlain(value))) return headers;
  return Object.fromEntries(all.map(([name, value]) => [name, asUtf8(value) ?? value]));
}

function isPlain(value: string): boolean {
  return /^[\t -~]*$/.test(value);
}

function asUtf8(value: string): string | undefined {
  const bytes = Buffer.from(value, 'latin1');
  // A header in a test may have any letters; in a request, each character is one byte.
  return bytes.toString('latin1') === value ? decodeText(bytes, 'utf-8') : undefined;
}
