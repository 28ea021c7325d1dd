import { gzipSync } from 'node:zlib';
import { type Chance, chanceOf } from '../chance.ts';
import { hostileBodyOf, hostileCatalogOf } from './answer-contents.ts';

/** The way in which the bytes of a response are sent. */
export interface Wire {
  /** Status line and headers, with the empty line; undefined: made from the status and the framing. */
  readonly head?: Buffer;
  readonly status: number;
  readonly framing: 'length' | 'chunks' | 'close' | 'wrong length';
  readonly headers: readonly string[];
  /** The number of bytes in a chunk. */
  readonly chunkBytes: number;
  /** Text behind the size of each chunk. */
  readonly extension: string;
  /** Text behind the last chunk. */
  readonly trailers: string;
  /** The number of bytes in a write; undefined: as many as the socket accepts. */
  readonly writeBytes?: number;
  /** Writes a few bytes now and then, and never ends. */
  readonly dribbles: boolean;
  readonly afterwards: 'end' | 'keep' | 'reset' | 'another answer';
}

/** A response that no destination should send. */
export interface HostileAnswer {
  readonly kind: string;
  readonly body: Buffer;
  readonly wire: Wire;
}

/** The responses of a destination while it is hostile. */
export interface HostileWorld {
  readonly kind: string;
  /** The responses to reads of the configuration, in turn. */
  readonly catalogs: readonly HostileAnswer[];
  /** The responses to calls, in turn. */
  readonly answers: readonly HostileAnswer[];
  /** The length of the notes sent to it, by which a response may be longer. */
  readonly noteCharacters: number;
}

/** The world of a seed. */
export function hostileWorldOf(seed: number): HostileWorld {
  const chance = chanceOf(seed);
  const noteCharacters = chance.pick([10, 10, 10_000, 200_000, 900_000]);
  const catalogs = several(chance, () => hostileAnswerOf(chance, () => hostileCatalogOf(chance)));
  const answers = several(chance, () => hostileAnswerOf(chance, () => hostileBodyOf(chance, noteCharacters)));
  const kind = `${catalogs.map(each => each.kind).join(' | ')}; ${answers.map(each => each.kind).join(' | ')}`;
  return { kind, catalogs, answers, noteCharacters };
}

function several<T>(chance: Chance, make: () => T): T[] {
  return Array.from({ length: 1 + chance.int(3) }, make);
}

function hostileAnswerOf(
  chance: Chance,
  make: () => { kind: string; status: number; body: Buffer },
): HostileAnswer {
  const made = make();
  const [packing, encoding, body] = packed(chance, made.body);
  const head = chance.maybe(0.25) ? hostileHeadOf(chance) : undefined;
  const framing = chance.pick(['length', 'chunks', 'chunks', 'chunks', 'close', 'wrong length'] as const);
  // Each of these pieces is a separate write.
  const writeBytes = chance.maybe(0.2) ? chance.pick([1, 7, 100]) : undefined;
  const chunkBytes = chance.pick([1, 1, 2, 7, 100, 4_000, 1_000_000]);
  const wire: Wire = {
    ...(head && { head: Buffer.from(head.text, 'latin1') }),
    status: made.status,
    framing,
    headers: ['content-type: application/json', ...encoding],
    chunkBytes,
    extension: chance.pick(['', '', '', ';a', `;a="${'b'.repeat(chance.int(3_000))}"`]),
    trailers: chance.pick(['', '', 'a: b\r\n'.repeat(chance.int(20_000))]),
    ...(writeBytes !== undefined && { writeBytes }),
    dribbles: chance.maybe(0.1),
    afterwards: chance.pick(['keep', 'keep', 'end', 'reset', 'another answer']),
  };
  const way = framing === 'chunks' ? `chunks of ${chunkBytes}` : framing;
  const manner = wire.dribbles ? ' dribbling' : writeBytes ? ` written by ${writeBytes}` : '';
  return {
    kind: `${made.kind}${packing} (${made.status}, ${body.length} bytes, ${head?.kind ?? 'a head'}, ${way}${manner})`,
    body,
    wire,
  };
}

function packed(chance: Chance, body: Buffer): [kind: string, headers: readonly string[], body: Buffer] {
  if (chance.maybe(0.85)) return ['', [], body];
  if (chance.maybe(0.3)) return [', said to be compressed', ['content-encoding: br'], body];
  return [', compressed', ['content-encoding: gzip'], gzipSync(body, { level: 1 })];
}

/** Invalid heads, or endless ones. The body is still sent behind them. */
function hostileHeadOf(chance: Chance): { kind: string; text: string } {
  const good = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  const times = 1 + chance.int(60_000);
  const [kind, text] = chance.pick<readonly [string, string]>([
    ['many 100', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(times)}${good}`],
    ['a few 100', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(chance.int(100))}${good}`],
    ['many 102', `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(times)}${good}`],
    ['many 103', `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(times)}${good}`],
    ['101', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'],
    ['many headers', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(times)}\r\n`],
    ['many names', `HTTP/1.1 200 OK\r\n${Array.from({ length: times }, (_, at) => `h${at}:`).join('\r\n')}`],
    ['a long header', `HTTP/1.1 200 OK\r\na: ${'x'.repeat(times * 50)}\r\n\r\n`],
    ['a long reason', `HTTP/1.1 200 ${'x'.repeat(times * 50)}\r\n\r\n`],
    ['many blank lines', `${'\r\n'.repeat(times)}${good}`],
    ['no length that is one', `HTTP/1.1 200 OK\r\ncontent-length: ${'9'.repeat(chance.int(40))}\r\n\r\n`],
    ['a length below nothing', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    [
      'both framings',
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n',
    ],
    ['an unknown framing', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked, gzip, chunked\r\n\r\n'],
    ['zeros', `HTTP/1.1 200 OK\r\na: \0\0\0\r\n\0${good}`],
    [
      'a nonsense status',
      `${chance.pick([
        'HTTP/1.1 99',
        'HTTP/1.1 000 none',
        'HTTP/1.1 1000 much',
        'HTTP/1.1 -200 OK',
        'HTTP/1.1 2OO OK',
        'HTTP/9.9 200 OK',
        'HTTP/1.1  200 OK',
        'ICY 200 OK',
        'SSH-2.0-OpenSSH_9.9',
        '',
        '\x16\x03\x01\x02\x00\x01',
        `HTTP/1.1 ${600 + chance.int(400)} odd`,
      ])}\r\n\r\n`,
    ],
    ['two answers at once', `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}${good}`],
    [
      'waits for ever',
      `HTTP/1.1 ${chance.pick([429, 503])} later\r\nretry-after: ${'9'.repeat(times)}\r\n\r\n`,
    ],
  ]);
  return { kind, text };
}
