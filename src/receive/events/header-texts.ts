import { decodeText } from '../bodies/charset.ts';
import type { Head } from '../redaction/redact-head.ts';

/**
 * The headers of a webhook as expressions see them. They are kept as they were decoded, as latin1; a value that is
 * UTF-8, as most senders write what is not ASCII, is read as that.
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
