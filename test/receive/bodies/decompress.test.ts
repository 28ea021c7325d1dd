import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decompress } from '../../../src/receive/bodies/decompress.ts';

const text = '{"number":"1001","name":"Zoë"}';
const limit = 10_000;
const read = (bytes: Uint8Array, ...encodings: string[]) => {
  const result = decompress(bytes, encodings, limit);
  return result.kind === 'plain' ? Buffer.from(result.bytes).toString() : result;
};

describe('a coding without compression', () => {
  it.each([
    'UTF-8',
    'utf8',
    'utf-8; q=1',
    'iso-8859-1',
    'latin1',
    'ascii',
    'none',
    'None',
    'null',
    '',
    ' ',
    ',',
    'identity',
    'identity, identity',
    'Identity;q=1',
    '"identity"',
    'binary',
    '8bit',
    '7bit',
    'raw',
    'plain',
    'text',
    'json',
    'no',
    'false',
    'undefined',
    'default',
    '*',
    'application/json',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
  ])('%j is accepted', coding => expect(read(Buffer.from(text), coding)).toBe(text));

  it('is ignored beside one with compression', () => {
    expect(read(gzipSync(text), 'UTF-8', 'gzip')).toBe(text);
    expect(read(gzipSync(text), 'gzip, utf-8')).toBe(text);
  });
});

describe('a coding with compression', () => {
  it.each<[string, (text: string) => Uint8Array]>([
    ['gzip', gzipSync],
    ['"gzip"', gzipSync],
    ['gzip;q=1.0', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('%s is decompressed', (coding, compress) => expect(read(compress(text), coding)).toBe(text));

  it.each(['zstd', 'compress', 'lz4', 'x', 'constructor', 'aes128gcm', 'gzip, br', 'gzip, gzip'])(
    '%s is refused for any body',
    coding => expect(read(Buffer.from(text), coding)).toMatchObject({ status: 415 }),
  );

  it('of a body that is not or only partly compressed is refused', () => {
    expect(read(Buffer.from(text), 'gzip')).toMatchObject({ status: 400 });
    expect(read(gzipSync(text).subarray(0, 30), 'gzip')).toMatchObject({ status: 400 });
    expect(read(gzipSync('a'.repeat(limit + 1)), 'gzip')).toMatchObject({ status: 413 });
    expect(read(gzipSync('a'.repeat(limit)), 'gzip')).toBe('a'.repeat(limit));
  });
});
