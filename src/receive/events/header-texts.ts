import { decodeText } from '../bodies/charset.ts';
import type { Head } from '../redaction/redact-head.ts';

/**
 * Returns the headers of a webhook as expressions see them. They are stored as decoded, as latin1; a value that is
 * valid UTF-8, as most senders write other letters than ASCII, is decoded as UTF-8.
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
  // A header that was written in a test may have any letters; of a request, each is one byte.
  return bytes.toString('latin1') === value ? decodeText(bytes, 'utf-8') : undefined;
}
