import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** What came of decompressing a body. A reason is for the operator; it holds nothing of the body. */
export type Decompressed =
  | { readonly kind: 'plain'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly status: 400 | 413 | 415; readonly reason: string };

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const codings: Readonly<Record<string, Decompress>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  // RFC 9110 8.4.1.2: in the zlib format; some senders leave its two bytes at the beginning out.
  deflate: (bytes, options) => (isZlib(bytes) ? inflateSync(bytes, options) : inflateRawSync(bytes, options)),
  br: brotliDecompressSync,
};

/** The codings that are read, for `Accept-Encoding`. */
export const acceptedCodings = 'gzip, deflate, br';

/** Why bodies with these values of `Content-Encoding` are not read, whatever they are; undefined where they may be. */
export function unknownCoding(encodings: readonly string[]): string | undefined {
  const [coding, ...more] = codingsOf(encodings);
  if (more.length > 0) return 'the body is compressed more than once';
  if (coding === undefined || Object.hasOwn(codings, coding)) return undefined;
  return `the body is compressed in a way that is not read (${acceptedCodings} are)`;
}

/** Decompresses a body to at most `limit` bytes; more are never made of it, however much there is to come. */
export function decompress(bytes: Uint8Array, encodings: readonly string[], limit: number): Decompressed {
  const unknown = unknownCoding(encodings);
  if (unknown !== undefined) return unreadable(415, unknown);
  const [coding = ''] = codingsOf(encodings);
  const decode = codings[coding];
  // An empty body has nothing that could be compressed; some senders name a coding all the same.
  if (!decode || bytes.length === 0) return { kind: 'plain', bytes };
  try {
    return { kind: 'plain', bytes: decode(bytes, { maxOutputLength: limit }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      return unreadable(413, `the body is larger than ${limit} bytes once decompressed, which is the limit`);
    }
    return unreadable(400, `the body is not compressed as it says (${coding}), or not whole`);
  }
}

function codingsOf(encodings: readonly string[]): readonly string[] {
  return encodings
    .flatMap(each => each.toLowerCase().split(','))
    .map(each => each.trim())
    .filter(each => each !== '' && each !== 'identity');
}

/** RFC 1950 2.2: the method 8, and a check that makes the first two bytes a multiple of 31. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (first * 256 + second) % 31 === 0;
}

function unreadable(status: 400 | 413 | 415, reason: string): Decompressed {
  return { kind: 'unreadable', status, reason };
}
