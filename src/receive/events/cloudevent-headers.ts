import { decodeText } from '../bodies/charset.ts';
import { UnreadableBody } from '../bodies/unreadable-body.ts';
import type { Head } from '../redaction/redact-head.ts';

/** Attributes that cannot come from a header: the body is the data, and the content type is its type. */
const others = ['', 'data', 'data_base64', 'datacontenttype', '__proto__'];

/**
 * Returns the attributes of a CloudEvent in headers, by their names without `ce-`; empty ones are left out. Values are
 * unquoted, then percent-decoded once.
 * @throws UnreadableBody if a value is not UTF-8
 */
export function readEventHeaders(headers: Head['headers']): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [header, value] of Object.entries(headers)) {
    if (!header.startsWith('ce-')) continue;
    const name = header.slice('ce-'.length);
    const text = decodeValue(value);
    if (text === undefined) throw new UnreadableBody('a header of the CloudEvent is not UTF-8');
    if (text !== '' && !others.includes(name)) attributes.set(name, text);
  }
  return attributes;
}

/** Node decodes headers as latin1. Escapes are decoded in the same way. */
function decodeValue(value: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1];
  const text = quoted === undefined ? value : quoted.replace(/\\(.)/g, '$1');
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decodeText(Buffer.from(bytes, 'latin1'), 'utf-8');
}
