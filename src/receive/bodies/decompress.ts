import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { findCharset } from './charset.ts';

/** The result of decompressing a body. The reason is for the operator and contains nothing of the body. */
export type Decompressed =
  | { readonly kind: 'plain'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly status: 400 | 413 | 415; readonly reason: string };

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const codings: Readonly<Record<string, Decompress>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  // RFC 9110 8.4.1.2 requires the zlib format; some senders leave out its first two bytes.
  deflate: (bytes, options) => (isZlib(bytes) ? inflateSync(bytes, options) : inflateRawSync(bytes, options)),
  br: brotliDecompressSync,
};

/** The supported encodings, for `Accept-Encoding`. */
export const acceptedCodings = 'gzip, deflate, br';

/** Decompresses a body to at most `limit` bytes, and stops there. */
export function decompress(bytes: Uint8Array, encodings: readonly string[], limit: number): Decompressed {
  const [coding, ...more] = codingsOf(encodings);
  if (more.length > 0) return unreadable(415, 'the body is compressed more than once');
  // An empty body needs no decompression, even if its sender names an encoding.
  if (coding === undefined || bytes.length === 0) return { kind: 'plain', bytes };
  const decode = Object.hasOwn(codings, coding) ? codings[coding] : undefined;
  if (!decode)
    return unreadable(415, `the body is compressed in a way that is not read (${acceptedCodings} are)`);
  try {
    return { kind: 'plain', bytes: decode(bytes, { maxOutputLength: limit }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      return unreadable(413, `the body is larger than ${limit} bytes once decompressed, which is the limit`);
    }
    return unreadable(400, `the body is not compressed as it says (${coding}), or not whole`);
  }
}

/** Returns the encodings in a header, without the parameters and quotes that some senders add. */
function codingsOf(encodings: readonly string[]): readonly string[] {
  return encodings
    .flatMap(each => each.toLowerCase().split(','))
    .map(each => (each.split(';')[0] ?? '').replaceAll(/["']/g, '').trim())
    .filter(each => !isNoCompression(each));
}

/** Words for "not compressed", and values of other headers: charsets, content types, encodings of mail. */
const noCodings = /^(?:identity|no|raw|plain|text|json|form|xml|false|[78]bit|\*|[\w.+-]+\/[\w.+-]+)?$/;

/** True if a value of `Content-Encoding`, in lower case, names no compression. */
export function isNoCompression(coding: string): boolean {
  return noCodings.test(coding) || findCharset(coding) !== undefined;
}

/** RFC 1950 2.2: the method 8, and a check that makes the first two bytes a multiple of 31. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (first * 256 + second) % 31 === 0;
}

function unreadable(status: 400 | 413 | 415, reason: string): Decompressed {
  return { kind: 'unreadable', status, reason };
}
