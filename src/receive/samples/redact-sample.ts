import type { SourceConfig } from '../../config/config.ts';
import { openBody, readAs } from '../bodies/body.ts';
import { guessContentType } from '../bodies/guess-content-type.ts';
import { putInBody } from '../bodies/put-in-body.ts';
import { credentialsIn } from '../redaction/credentials.ts';
import { redactBody } from '../redaction/redact-body.ts';
import { secretPlaceholder } from '../redaction/redactor.ts';
import { redactorOf } from '../redaction/source-redactor.ts';

/**
 * Returns the body of a webhook for a file beside a mapping, which goes into version control. It has no
 * secrets of its source and no other credentials, such as a password from a form. An unreadable body stays
 * unchanged, except for the secrets.
 */
export function redactSample(
  source: SourceConfig,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Uint8Array {
  const body = openBody(bytes, source, [headers['content-type'] ?? guessContentType(bytes)]);
  if (body.kind === 'unreadable') {
    return redactorOf(source.verify).bytes(bytes);
  }
  const found = credentialsIn(body.value, source).map(({ text }) => text);
  const kept = redactBody(source.verify, found, bytes, body);
  const { reading } = kept;
  // Short credentials, which would be found in any text, are replaced at their paths only.
  return credentialsIn(kept.value, source).reduce<Uint8Array>((before, { keys }) => {
    const open = (each: Uint8Array) => readAs(each, reading);
    const way = { kind: reading.kind, open };
    return putInBody(before, keys.join('.'), secretPlaceholder, way) ?? before;
  }, kept.bytes);
}
