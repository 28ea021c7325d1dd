import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { isNoCompression } from '../../receive/bodies/decompress.ts';

/** Decompresses data chunk by chunk. */
export type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>;

/** Makes the decoder of a body that begins with these bytes; undefined if it is not compressed in this way. */
type MakeDecoder = (beginning: Uint8Array) => Decoder | undefined;

/** RFC 9659: a body must not need a larger window. */
const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 23 };

const gunzip: MakeDecoder = beginning => (startsWith(beginning, [0x1f, 0x8b]) ? createGunzip() : undefined);

const decoders: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  // RFC 9110 8.4.1.2: in the zlib format. Some servers leave out its first two bytes.
  ['deflate', beginning => (isZlib(beginning) ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
  [
    'zstd',
    beginning =>
      startsWith(beginning, [0x28, 0xb5, 0x2f, 0xfd])
        ? createZstdDecompress({ params: zstdWindow })
        : undefined,
  ],
]);

/** The compression of a body: a coding that this program supports, or another one. */
export type AnswerCoding =
  | { readonly kind: 'known'; readonly name: string; readonly decoderOf: MakeDecoder }
  | { readonly kind: 'unknown'; readonly name: string };

/** Parses the values of Content-Encoding; undefined if they name no coding. */
export function answerCoding(values: readonly string[]): AnswerCoding | undefined {
  const names = values
    .flatMap(value => value.toLowerCase().split(','))
    .map(each => each.trim())
    .filter(each => !isNoCompression(each));
  const [name, ...more] = names;
  if (name === undefined) return undefined;
  const decoderOf = more.length === 0 ? decoders.get(name) : undefined;
  return decoderOf ? { kind: 'known', name, decoderOf } : { kind: 'unknown', name: shown(names) };
}

/** Makes names from outside safe to show in reasons. */
function shown(names: readonly string[]): string {
  const text = names.join(', ');
  return /^[\w.+-]{1,20}(?:, [\w.+-]{1,20}){0,2}$/.test(text) ? text : 'another one';
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

/** RFC 1950 2.2: the method 8, and a check that makes the first two bytes a multiple of 31. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (first * 256 + second) % 31 === 0;
}
