import type { SignaturePlace } from '../../config/sources/verify.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { KeyedHashScheme } from './keyed-hash.ts';
import { partsOf } from './signature.ts';
import { otherFormat } from './signature-format.ts';

/**
 * Returns the reason why a text has no signature in the format of the source. The reason depends only on the
 * form of the text, so it reveals nothing of the signature.
 */
export function unwrittenReason(text: string, place: SignaturePlace): string {
  const format = place.format === 'template' ? undefined : otherFormat(text, place);
  if (format !== undefined) return `${notWritten}: ${format}`;
  const parts = partsOf(text, place);
  if (parts.length === 0) return formReason(text, place);
  const behind = parts
    .filter(part => part.startsWith(place.prefix))
    .map(part => part.slice(place.prefix.length));
  if (behind.length === 0) return prefixReason(parts, place);
  const extra = knownPrefix(behind[0] ?? '');
  if (extra !== undefined)
    return `${notWritten}: it begins with "${place.prefix}${extra}"; is \`prefix: "${place.prefix}${extra}"\` meant?`;
  const looks = encodings.find(
    ([name, alphabet]) => name !== place.encoding && behind.some(each => alphabet.test(each)),
  );
  return looks
    ? `${notWritten}: it looks like ${looks[0]}, and the source says \`encoding: ${place.encoding}\``
    : `${notWritten}; are format, key, version, prefix and encoding right?`;
}

/** Returns the reason why a signature in the right format is wrong. `url`: the URL that it should cover. */
export function mismatchReason(
  signatures: readonly string[],
  { algorithm, signature: { encoding } }: Pick<KeyedHashScheme, 'algorithm' | 'signature'>,
  url: string | undefined,
): string {
  const [first = ''] = signatures;
  const otherLength = lengthReason(first, encoding, algorithm);
  if (otherLength !== undefined) return `the signature does not match: ${otherLength}`;
  return withUrl('the signature does not match; is the secret right?', url);
}

/** Returns the reason for a signature that other lines of the config, or another secret in words, would make valid. */
export function meantReason(lines: readonly string[]): string {
  const written = lines.map(line => (/^[a-zA-Z]+: /.test(line) ? `\`${line}\`` : line));
  return `the signature does not match as the source says, and would with ${written.join(' and ')}`;
}

/** Returns a reason with the URL that was verified as covered by the signature. */
export function withUrl(reason: string, url: string | undefined): string {
  if (url === undefined) return reason;
  return `${reason} It covers the URL, which was taken to be ${shownUrl(url)}; is that what the sender posts to (see server.publicUrl)?`;
}

const notWritten = 'the signature is not written as the source says';

/** The prefixes of signatures of known senders. */
const prefixes = [
  'sha1=',
  'sha256=',
  'sha384=',
  'sha512=',
  'md5=',
  'hmac-sha256=',
  'v0=',
  'v1=',
  'v1,',
  'Bearer ',
];

function knownPrefix(text: string): string | undefined {
  const found = prefixes.find(each => text.toLowerCase().startsWith(each.toLowerCase()));
  return found && text.slice(0, found.length);
}

const encodings = [
  ['hex', /^[0-9a-f]+$/i],
  ['base64', /^[a-z0-9+/]+={0,2}$/i],
  ['base64url', /^[a-z0-9_-]+={0,2}$/i],
] as const;

function formReason(text: string, { format, pairSeparator }: SignaturePlace): string {
  if (isOneSignature(text)) return `${notWritten}: it is a signature alone; is \`format: plain\` meant?`;
  if (format === 'template') return `${notWritten}: it does not fit the template that the source says`;
  if (format === 'list') return `${notWritten}: it has no signature of the version that the source says`;
  const isPairs = text.split(pairSeparator).every(pair => pair.includes('='));
  return isPairs
    ? `${notWritten}: none of its pairs has the key that the source says`
    : `${notWritten}: it is not made of pairs NAME=VALUE, parted by "${pairSeparator}"`;
}

/** True if a text is only a hash, with or without a prefix of a known sender. */
function isOneSignature(text: string): boolean {
  const alone = text.slice(knownPrefix(text)?.length ?? 0);
  return (hexHashes.has(alone.length) && encodings[0][1].test(alone)) || isBase64Hash(alone);
}

function isBase64Hash(text: string): boolean {
  return encodings[1][1].test(text) && text.endsWith('=') && hashes.has(Buffer.from(text, 'base64').length);
}

function prefixReason(parts: readonly string[], { prefix }: SignaturePlace): string {
  const other = knownPrefix(parts[0] ?? '');
  return other === undefined
    ? `${notWritten}: it does not begin with "${prefix}", which the source says as its prefix`
    : `${notWritten}: it begins with "${other}", and the source says \`prefix: "${prefix}"\``;
}

/** The hashes used for signatures, by their number of bytes. */
const hashes: ReadonlyMap<number, string> = new Map([
  [16, 'MD5'],
  [20, 'SHA-1'],
  [32, 'SHA-256'],
  [48, 'SHA-384'],
  [64, 'SHA-512'],
]);
const hexHashes: ReadonlyMap<number, string> = new Map([...hashes].map(([bytes, name]) => [2 * bytes, name]));
const bytesOf: Readonly<Record<KeyedHashScheme['algorithm'], number>> = {
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** A shorter text is not part of a hash. */
const leastBytes = 8;

/** Returns the reason why the length of a signature does not match its algorithm; undefined if it matches. */
function lengthReason(
  signature: string,
  encoding: SignaturePlace['encoding'],
  algorithm: KeyedHashScheme['algorithm'],
): string | undefined {
  // A hex text is also valid Base64, and may have the length of another hash.
  const isHex = encodings[0][1].test(signature) && hexHashes.has(signature.length);
  if (encoding !== 'hex' && isHex) return `it looks like hex, and the source says \`encoding: ${encoding}\``;
  const bytes = encoding === 'hex' ? signature.length / 2 : Buffer.from(signature, encoding).length;
  const inside = encoding === 'hex' ? '' : Buffer.from(signature, encoding).toString('latin1');
  if (hexHashes.has(inside.length) && encodings[0][1].test(inside))
    return 'it is hex that was encoded in base64 once more, which is not read';
  const expected = bytesOf[algorithm];
  if (bytes === expected) return undefined;
  const other = hashes.get(bytes);
  if (other !== undefined)
    return `it has the length of ${other} (${bytes} bytes), and the source says \`algorithm: ${algorithm}\``;
  if (bytes < leastBytes) return undefined;
  return `it has ${bytes} bytes, and one of ${algorithm} has ${expected}; is the whole of it there?`;
}

/** Removes the query, which may contain a token. */
function shownUrl(url: string): string {
  const [base = '', ...query] = url.split('?');
  return `${escapeText(base.slice(0, 200))}${query.length > 0 ? ' and its query' : ''}`;
}
