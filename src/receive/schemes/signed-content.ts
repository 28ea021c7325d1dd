import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, type Found, findHeader, type Unproved, unproved } from './evidence.ts';
import { checkAge, findTimestamp } from './timestamp.ts';

/** A scheme whose signature covers parts of a request. */
export type SigningScheme = Extract<Verify, { type: 'hmac' | 'digest' | 'public-key' }>;

/** A part of the signed text: its bytes, or the place of the secret's bytes. */
export type SignedPart = Uint8Array | 'secret';

/** The signed text in parts, after each value in it was found and the timestamp is within its tolerance. */
export type SignedContent = { readonly proved: true; readonly parts: readonly SignedPart[] } | Unproved;

/**
 * Fills in the template `signed` with the received bytes. `signature` is the text of the whole signature, which may
 * contain the timestamp.
 */
export function signedContent(scheme: SigningScheme, evidence: Evidence, signature: string): SignedContent {
  const values = findValues(scheme, evidence, signature);
  if (!values.proved) return values;
  const parts: SignedPart[] = [];
  for (const piece of scheme.signed.split(/(\{[^{}]*\})/)) {
    if (piece === '') continue;
    if (piece === '{body}') {
      parts.push(evidence.request.body);
      continue;
    }
    if (piece === '{secret}' && scheme.type === 'digest') {
      parts.push('secret');
      continue;
    }
    const found = fillIn(piece, scheme, evidence, values);
    if (!found.proved) return found;
    // The head of a request was decoded as latin1: this restores its bytes.
    parts.push(Buffer.from(found.text, piece.startsWith('{') ? 'latin1' : 'utf8'));
  }
  return { proved: true, parts };
}

/** The values at the places that the source names. */
interface Values {
  readonly proved: true;
  readonly id: Found | undefined;
  readonly timestamp: Found | undefined;
}

/** Finds the values, all of which are required, and checks the timestamp. */
function findValues(scheme: SigningScheme, evidence: Evidence, signature: string): Values | Unproved {
  const id = scheme.id && findHeader(evidence, scheme.id.name);
  if (id && !id.proved) return id;
  const place = scheme.timestamp;
  if (!place) return { proved: true, id, timestamp: undefined };
  const timestamp = findTimestamp(place, evidence, { text: signature, place: scheme.signature });
  if (!timestamp.proved) return timestamp;
  const age = checkAge(place, timestamp.text, evidence.now);
  return age.proved ? { proved: true, id, timestamp } : age;
}

function fillIn(piece: string, scheme: SigningScheme, evidence: Evidence, values: Values): Found {
  const { request } = evidence;
  if (!piece.startsWith('{')) return { proved: true, text: piece };
  if (piece.startsWith('{header:')) return findHeader(evidence, piece.slice('{header:'.length, -1));
  switch (piece) {
    case '{timestamp}':
      return (
        values.timestamp ?? unproved('`signed` has {timestamp}, and the source does not say where it stands')
      );
    case '{id}':
      return values.id ?? unproved('`signed` has {id}, and the source does not say where it stands');
    case '{method}':
      return { proved: true, text: request.method };
    case '{path}':
      return { proved: true, text: pathOf(request.url) };
    case '{url}': {
      const url = urlOf(evidence);
      return url === undefined
        ? unproved('the signature covers the URL, and server.publicUrl is not set', 'no-public-url')
        : { proved: true, text: writeUrl(url, scheme.url.decode) };
    }
    default:
      return unproved('`signed` of the source has a part in braces that does not exist');
  }
}

/** The URL, or the path alone, that a signature was taken to cover; undefined where it covers none. */
export function coveredUrl({ signed }: SigningScheme, evidence: Evidence): string | undefined {
  if (signed.includes('{url}')) return urlOf(evidence);
  return signed.includes('{path}') ? pathOf(evidence.request.url) : undefined;
}

function pathOf(url: string): string {
  return url.replace(/\?.*/s, '');
}

function urlOf({ publicUrl, request }: Evidence): string | undefined {
  return publicUrl === undefined ? undefined : `${publicUrl.replace(/\/$/, '')}${request.url}`;
}

/** HubSpot signs the URL with these escapes, and only these, decoded. */
const hubspotEscapes = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

function writeUrl(url: string, decode: SigningScheme['url']['decode']): string {
  return decode === 'none' ? url : url.replace(hubspotEscapes, each => decodeURIComponent(each));
}
