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
  readonly told: 'whole' | 'too-large' | 'not-unpacked';
  readonly text: string;
  /** How many bytes were made of it, as far as they were taken. */
  readonly made: number;
  readonly waits: number;
}

/** Unpacks bytes that come in pieces of so many, as fast as they are taken. */
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
    const end = (told: Unpacked['told']) => {
      resolve({ told, text: Buffer.from(bytes.kept()).toString(), made, waits });
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
/** Longer than one step, however well it is packed. */
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

describe('an answer that is compressed', () => {
  it.each(packers)('by %s is unpacked, in pieces of any size', async (coding, pack) => {
    for (const pieceBytes of [1, 7, 100, mib])
      expect(await unpack(coding, pack(text), { pieceBytes })).toMatchObject({ told: 'whole', text });
    for (const pieceBytes of [100, 20_000, mib])
      expect(await unpack(coding, pack(long), { pieceBytes })).toMatchObject({ told: 'whole', text: long });
  });

  it.each(packers)('by %s is taken as nothing where there is nothing', async coding => {
    expect(await unpack(coding, Buffer.alloc(0))).toMatchObject({ told: 'whole', text: '' });
  });

  it.each(packers)('by %s that is cut off is told apart from a whole one', async (coding, pack) => {
    for (const whole of [pack(text), pack(long)])
      expect((await unpack(coding, whole.subarray(0, whole.length - 9))).told).toBe('not-unpacked');
  });

  it.each(['gzip', 'x-gzip', 'zstd'])('by nothing, though it says %s, is taken as it is', async coding => {
    for (const body of [text, long, '{}', 'x', 'Access denied'])
      expect(await unpack(coding, Buffer.from(body), { pieceBytes: 1_000 })).toMatchObject({
        told: 'whole',
        text: body,
      });
  });

  it.each(['br', 'deflate'])('by nothing, though it says %s, is not unpacked', async coding => {
    expect((await unpack(coding, Buffer.from(text))).told).toBe('not-unpacked');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const)('by %s and damaged is not unpacked', async (coding, pack) => {
    const damaged = Buffer.from(pack(long));
    damaged.fill(0xff, 20_000, 20_400);
    expect((await unpack(coding, damaged)).told).not.toBe('whole');
  });

  it('has nothing behind its end', async () => {
    const behind = Buffer.concat([gzipSync(text), Buffer.alloc(200_000)]);
    expect(await unpack('gzip', behind, { pieceBytes: 10_000 })).toMatchObject({ told: 'whole', text });
    const members = Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))]);
    expect(await unpack('gzip', members)).toMatchObject({ told: 'whole', text });
  });

  it('counts for the limit with what it becomes, and nothing is made beyond it', async () => {
    for (const [coding, pack] of packers) {
      const bomb = pack(Buffer.alloc(16 * mib, 0x20));
      const { told, made } = await unpack(coding, bomb, { mostBytes: mib });
      expect(told).toBe('too-large');
      expect(made).toBeLessThan(mib + 256 * 1024);
    }
    const spaces = ' '.repeat(mib);
    expect((await unpack('gzip', gzipSync(spaces), { mostBytes: mib })).told).toBe('whole');
    expect((await unpack('gzip', gzipSync(`${spaces} `), { mostBytes: mib })).told).toBe('too-large');
    expect((await unpack('gzip', gzipSync(long), { mostKept: 64 * 1024 })).told).toBe('too-large');
  });

  it('lets its sender wait where more comes than is unpacked', async () => {
    const packed = gzipSync(randomBytes(4 * mib).toString('latin1'));
    const { told, waits } = await unpack('gzip', packed, { pieceBytes: 16_000 });
    expect([told, waits > 0]).toEqual(['whole', true]);
  });
});

describe('Content-Encoding of an answer', () => {
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
