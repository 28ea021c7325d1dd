import { randomBytes } from 'node:crypto';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerBytes, answerRoom } from '../../../src/booking/http/answer-bytes.ts';
import { answerCoding } from '../../../src/booking/http/answer-coding.ts';
import { unpackingSink } from '../../../src/booking/http/answer-sink.ts';

const mib = 1024 * 1024;

interface Unpacked {
  readonly result: 'whole' | 'too-large' | 'not-unpacked';
  readonly text: string;
  /** The number of unpacked bytes that were accepted. */
  readonly made: number;
  readonly waits: number;
}

/** Unpacks bytes that arrive in pieces of this size, as fast as they are accepted. */
function unpack(
  coding: string,
  given: Uint8Array,
  { pieceBytes = given.length || 1, mostBytes = 20 * mib, mostKept = mib } = {},
): Promise<Unpacked> {
  const bytes = answerBytes({ mostBytes, mostKept, room: answerRoom(8 * mib) });
  const found = answerCoding([coding]);
  if (found?.kind !== 'known') throw new Error(`${coding} is not unpacked`);
  return new Promise(resolve => {
    let at = 0;
    let made = 0;
    let waits = 0;
    let isWaiting = false;
    const counted = {
      ...bytes,
      add(piece: Uint8Array) {
        made += piece.length;
        return bytes.add(piece);
      },
    };
    const end = (result: Unpacked['result']) => {
      resolve({ result, text: Buffer.from(bytes.kept()).toString(), made, waits });
      at = Number.POSITIVE_INFINITY;
    };
    const sink = unpackingSink(counted, found, mostBytes, {
      whole: () => end('whole'),
      failed: end,
      wait() {
        waits += 1;
        isWaiting = true;
      },
      goOn() {
        isWaiting = false;
        come();
      },
    });
    let isComing = false;
    function come() {
      if (isComing) return;
      isComing = true;
      for (; at < given.length && !isWaiting; at += pieceBytes) sink.add(given.subarray(at, at + pieceBytes));
      isComing = false;
      if (at >= given.length && at !== Number.POSITIVE_INFINITY) {
        at = Number.POSITIVE_INFINITY;
        sink.end();
      }
    }
    come();
  });
}

const text = JSON.stringify({
  id: 1001,
  changes: Array.from({ length: 200 }, (_, at) => ({ name: `field ${at}` })),
});
/** Longer than one step of unpacking, however well it compresses. */
const long = JSON.stringify(Array.from({ length: 60 }, () => randomBytes(3_000).toString('base64')));

const packers: readonly (readonly [string, (text: string | Uint8Array) => Uint8Array])[] = [
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', text => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
  ['zstd', zstdCompressSync],
  ['identity, gzip', gzipSync],
];

describe('a compressed response', () => {
  it.each(packers)('by %s is unpacked, in pieces of any size', async (coding, pack) => {
    for (const pieceBytes of [1, 7, 100, mib])
      expect(await unpack(coding, pack(text), { pieceBytes })).toMatchObject({ result: 'whole', text });
    for (const pieceBytes of [100, 20_000, mib])
      expect(await unpack(coding, pack(long), { pieceBytes })).toMatchObject({ result: 'whole', text: long });
  });

  it.each(packers)('by %s is empty if it has no bytes', async coding => {
    expect(await unpack(coding, Buffer.alloc(0))).toMatchObject({ result: 'whole', text: '' });
  });

  it.each(packers)('by %s is distinguished from a complete one if it is cut off', async (coding, pack) => {
    for (const whole of [pack(text), pack(long)])
      expect((await unpack(coding, whole.subarray(0, whole.length - 9))).result).toBe('not-unpacked');
  });

  it.each(['gzip', 'x-gzip', 'zstd'])('that says %s and is not compressed is used as it is', async coding => {
    for (const body of [text, long, '{}', 'x', 'Access denied'])
      expect(await unpack(coding, Buffer.from(body), { pieceBytes: 1_000 })).toMatchObject({
        result: 'whole',
        text: body,
      });
  });

  it.each(['br', 'deflate'])('that says %s and is not compressed is not unpacked', async coding => {
    expect((await unpack(coding, Buffer.from(text))).result).toBe('not-unpacked');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const)('by %s and damaged is not unpacked', async (coding, pack) => {
    const damaged = Buffer.from(pack(long));
    damaged.fill(0xff, 20_000, 20_400);
    expect((await unpack(coding, damaged)).result).not.toBe('whole');
  });

  it('has nothing after its end', async () => {
    const behind = Buffer.concat([gzipSync(text), Buffer.alloc(200_000)]);
    expect(await unpack('gzip', behind, { pieceBytes: 10_000 })).toMatchObject({ result: 'whole', text });
    const members = Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))]);
    expect(await unpack('gzip', members)).toMatchObject({ result: 'whole', text });
  });

  it('counts toward the limit with its unpacked size, and nothing is unpacked beyond it', async () => {
    for (const [coding, pack] of packers) {
      const bomb = pack(Buffer.alloc(16 * mib, 0x20));
      const { result, made } = await unpack(coding, bomb, { mostBytes: mib });
      expect(result).toBe('too-large');
      expect(made).toBeLessThan(mib + 256 * 1024);
    }
    const spaces = ' '.repeat(mib);
    expect((await unpack('gzip', gzipSync(spaces), { mostBytes: mib })).result).toBe('whole');
    expect((await unpack('gzip', gzipSync(`${spaces} `), { mostBytes: mib })).result).toBe('too-large');
    expect((await unpack('gzip', gzipSync(long), { mostKept: 64 * 1024 })).result).toBe('too-large');
  });

  it('makes its sender wait if it arrives faster than it is unpacked', async () => {
    // A text that begins like JSON would be kept whole, which is more than may be kept.
    const packed = gzipSync(`x${randomBytes(4 * mib).toString('latin1')}`);
    const { result, waits } = await unpack('gzip', packed, { pieceBytes: 16_000 });
    expect([result, waits > 0]).toEqual(['whole', true]);
  });
});

describe('Content-Encoding of a response', () => {
  it.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [[''], undefined],
    [['identity'], undefined],
    [['UTF-8'], undefined],
    [['none'], undefined],
    [['gzip'], 'gzip'],
    [['gzip', 'identity'], 'gzip'],
    [['zstd'], 'zstd'],
    [['compress'], 'not compress'],
    [['gzip, br'], 'not gzip, br'],
    [['gzip', 'gzip'], 'not gzip, gzip'],
    [['lz4'], 'not lz4'],
    [['<script>'], 'not another one'],
    [['a'.repeat(21)], 'not another one'],
    [['constructor'], 'not constructor'],
  ])('%j is read as %s', (values, expected) => {
    const coding = answerCoding(values);
    expect(coding && (coding.kind === 'known' ? coding.name : `not ${coding.name}`)).toBe(expected);
  });
});
