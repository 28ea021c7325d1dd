import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, type Found, findHeader, type Unproved, unproved } from './evidence.ts';
import { checkAge, findTimestamp } from './timestamp.ts';

/** A scheme whose signature covers parts of a request. */
export type SigningScheme = Extract<Verify, { type: 'hmac' | 'digest' | 'public-key' }>;

/** A part of the signed text: its bytes, or the place of the secret's bytes. */
export type SignedPart = Uint8Array | 'secret';

/** The parts of the signed text. All their values were found, and the timestamp is within its tolerance. */
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
    // Restores the bytes of a header, which Node decoded as latin1.
    parts.push(Buffer.from(found.text, piece.startsWith('{') ? 'latin1' : 'utf8'));
  }
  return { proved: true, parts };
}

/** The values at the places that the source sets. */
interface Values {
  readonly proved: true;
  readonly id: Found | undefined;
  readonly timestamp: Found | undefined;
}

/** Finds the values, each of which is required, and checks the timestamp. */
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
      return { proved: true, text: pathOfUrl(request.url) };
    case '{url}': {
      const url = postedUrl(evidence);
      return url === undefined
        ? unproved('the signature covers the URL, and server.publicUrl is not set', 'no-public-url')
        : { proved: true, text: writeUrl(url, scheme.url.decode) };
    }
    default:
      return unproved('`signed` of the source has a part in braces that does not exist');
  }
}

/** Returns the URL or path that a signature should cover; undefined if it covers neither. */
export function coveredUrl({ signed }: SigningScheme, evidence: Evidence): string | undefined {
  if (signed.includes('{url}')) return postedUrl(evidence);
  return signed.includes('{path}') ? pathOfUrl(evidence.request.url) : undefined;
}

/** Returns the path of a URL, without its query. */
export function pathOfUrl(url: string): string {
  return url.replace(/\?.*/s, '');
}

/** Returns the URL to which a sender posted; undefined without `server.publicUrl`. */
export function postedUrl({ publicUrl, request }: Evidence): string | undefined {
  return publicUrl === undefined ? undefined : `${publicUrl.replace(/\/$/, '')}${request.url}`;
}

/** HubSpot decodes only these escapes in the URL before signing it. */
const hubspotEscapes = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

function writeUrl(url: string, decode: SigningScheme['url']['decode']): string {
  return decode === 'none' ? url : url.replace(hubspotEscapes, each => decodeURIComponent(each));
}
