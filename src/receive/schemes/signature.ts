import { timingSafeEqual } from 'node:crypto';
import type { SignaturePlace } from '../../config/config.ts';
import { type Evidence, type Found, findHeader, findInBody, findInQuery } from './evidence.ts';

/** Finds the text of the whole signature where the source says it stands. */
export function findSignature(place: SignaturePlace, evidence: Evidence): Found {
  if (place.in === 'header') return findHeader(evidence, place.name);
  return place.in === 'query' ? findInQuery(evidence, place.name) : findInBody(evidence, place.name);
}

/**
 * The signatures that a text holds, without their prefix; those of another key, version, prefix or encoding are left
 * out.
 */
export function signaturesIn(text: string, place: SignaturePlace): readonly string[] {
  return partsOf(text, place)
    .filter(part => part.startsWith(place.prefix))
    .map(part => part.slice(place.prefix.length))
    .filter(signature => alphabets[place.encoding].test(signature));
}

const alphabets = {
  hex: /^[0-9a-f]+$/i,
  base64: /^[a-z0-9+/]+={0,2}$/i,
  base64url: /^[a-z0-9_-]+={0,2}$/i,
} as const;

/** The values of a key in a text of pairs, `t=1,v1=a`; none where anything in it is no pair. */
export function pairValues(text: string, separator: string, key: string): readonly string[] {
  const pairs = text.split(separator).map(pair => pair.trim());
  if (!pairs.every(pair => pair.includes('='))) return [];
  return pairs.filter(pair => pair.startsWith(`${key}=`)).map(pair => pair.slice(key.length + 1));
}

/** Writes a signature as this source's sender would. `timestamp` is the pair that stands in it, if one does. */
export function writeSignature(
  place: SignaturePlace,
  digest: Uint8Array,
  timestamp: readonly [key: string, text: string] | undefined,
): string {
  const text = place.prefix + Buffer.from(digest).toString(place.encoding);
  if (place.format === 'list') return `${place.version ?? ''},${text}`;
  if (place.format === 'plain') return text;
  const pair = `${place.key ?? ''}=${text}`;
  return timestamp ? `${timestamp[0]}=${timestamp[1]}${place.pairSeparator}${pair}` : pair;
}

/**
 * Whether a signature that is written in this encoding is this digest, in a time that does not tell where they
 * differ. They are compared as texts, so each digest has one spelling only: hex in either case, base64 with or without
 * its padding.
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

function partsOf(text: string, place: SignaturePlace): readonly string[] {
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
