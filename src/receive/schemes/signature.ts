import { timingSafeEqual } from 'node:crypto';
import type { SignaturePlace } from '../../config/sources/verify.ts';
import { type Evidence, type Found, findHeader, findInBody, findInQuery, unproved } from './evidence.ts';
import { isWritten, readTemplate, writeTemplate } from './signature-template.ts';

/** Returns the decoded text of the whole signature at the place that the source sets. */
export function findSignature(place: SignaturePlace, evidence: Evidence): Found {
  const found = findText(place, evidence);
  if (!found.proved || place.decode === undefined) return found;
  const bytes = isWritten(found.text, place.decode) && bytesOfSignature(found.text, place.decode);
  if (!bytes) return unproved('the signature is not base64 as a whole; is `decode` right?');
  return { proved: true, text: bytes.toString('latin1') };
}

function findText(place: SignaturePlace, evidence: Evidence): Found {
  if (place.in === 'header') return findHeader(evidence, place.name);
  return place.in === 'query' ? findInQuery(evidence, place.name) : findInBody(evidence, place.name);
}

/**
 * Returns the signatures in a text, without their prefix. Those with another key, version, prefix or encoding
 * are left out.
 */
export function signaturesIn(text: string, place: SignaturePlace): readonly string[] {
  return partsOf(text, place)
    .filter(part => part.startsWith(place.prefix))
    .map(part => part.slice(place.prefix.length))
    .filter(signature => isWritten(signature, place.encoding));
}

/** Returns the timestamp in the text of a signature; undefined unless there is exactly one. */
export function timestampIn(text: string, place: SignaturePlace, key = ''): string | undefined {
  if (place.format === 'template') return readTemplate(text, place)?.timestamp;
  const [found, ...more] = pairValues(text, place.pairSeparator, key);
  return more.length > 0 ? undefined : found || undefined;
}

/** Returns the values of a key in a text of pairs, `t=1,v1=a`; empty if a part of the text is not a pair. */
export function pairValues(text: string, separator: string, key: string): readonly string[] {
  const pairs = text.split(separator).map(pair => pair.trim());
  if (!pairs.every(pair => pair.includes('='))) return [];
  return pairs.filter(pair => pair.startsWith(`${key}=`)).map(pair => pair.slice(key.length + 1));
}

/** Writes a signature as this source's sender would. `timestamp` is the one inside it, if it has one. */
export function writeSignature(
  place: SignaturePlace,
  digest: Uint8Array,
  timestamp: { readonly key: string; readonly text: string } | undefined,
): string {
  const whole = inFormat(place, place.prefix + Buffer.from(digest).toString(place.encoding), timestamp);
  return place.decode === undefined ? whole : Buffer.from(whole, 'latin1').toString(place.decode);
}

function inFormat(
  { format, template = '', version = '', key = '', pairSeparator }: SignaturePlace,
  signature: string,
  timestamp: { readonly key: string; readonly text: string } | undefined,
): string {
  switch (format) {
    case 'plain':
      return signature;
    case 'list':
      return `${version},${signature}`;
    case 'template':
      return writeTemplate(template, { signature, ...(timestamp && { timestamp: timestamp.text }) });
    case 'kv': {
      const pair = `${key}=${signature}`;
      return timestamp ? `${timestamp.key}=${timestamp.text}${pairSeparator}${pair}` : pair;
    }
  }
}

/**
 * True if a signature in this encoding equals a digest, compared in constant time. Texts are compared, so
 * each digest has only one accepted spelling: hex in either case, base64 with or without its padding.
 */
export function isDigest(
  signature: string,
  digest: Uint8Array,
  encoding: SignaturePlace['encoding'],
): boolean {
  const given = encoding === 'hex' ? signature.toLowerCase() : withoutPadding(signature);
  const expected = withoutPadding(Buffer.from(digest).toString(encoding));
  if (given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'));
}

/**
 * Returns the bytes of a text in this encoding; undefined unless it is the one accepted spelling: hex in
 * either case, base64 with or without its padding.
 */
export function bytesOfSignature(text: string, encoding: SignaturePlace['encoding']): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  const given = encoding === 'hex' ? text.toLowerCase() : withoutPadding(text);
  return withoutPadding(bytes.toString(encoding)) === given ? bytes : undefined;
}

/** Returns the parts of a text that are signatures in this format, with their prefix. */
export function partsOf(text: string, place: SignaturePlace): readonly string[] {
  if (place.format === 'template') {
    const parts = readTemplate(text, place);
    return parts ? [parts.signature] : [];
  }
  if (place.format === 'kv') return pairValues(text, place.pairSeparator, place.key ?? '');
  if (place.format === 'plain') return [text];
  const start = `${place.version ?? ''},`;
  return text
    .split(' ')
    .filter(part => part.startsWith(start))
    .map(part => part.slice(start.length));
}

function withoutPadding(base64: string): string {
  return base64.replace(/={1,2}$/, '');
}
