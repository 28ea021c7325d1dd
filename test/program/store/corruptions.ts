import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { type Chance, chanceOf, seedOf } from '../../../torture/chance.ts';

/** The files of a store on disk. */
export interface Files {
  readonly database: Buffer | undefined;
  /** The write-ahead log; undefined if the program ended normally. */
  readonly log: Buffer | undefined;
}

/** The files of a killed store, whose last events are only in the log. */
export interface Killed extends Files {
  readonly database: Buffer;
  readonly log: Buffer;
  /** The events in the database. */
  readonly settled: readonly string[];
  /** The events that are only in the log, each with the size of the log right after it. */
  readonly logged: readonly { readonly id: string; readonly end: number }[];
}

/** A corruption of a store. */
export interface Corruption {
  readonly name: string;
  readonly files: Files;
  /** The expected message of `start`. */
  readonly says: RegExp;
}

const page = 8192;
const damaged = /is damaged \(.+\); it was left as it is\. Restore a backup/;

/** Returns corruptions of every kind that `start` must refuse. */
export function corruptions(
  well: Buffer,
  killed: Killed,
  count: number,
  seed: number,
): readonly Corruption[] {
  const fixed = [...ofHead(well), ...truncations(well), ...strangers(well), ...ofLog(killed)];
  const more = Array.from({ length: Math.max(0, count - fixed.length) }, (_, index) =>
    ofPages(well, chanceOf(seedOf(seed, index)), index),
  );
  return [...fixed, ...more];
}

function change(bytes: Buffer, work: (copy: Buffer) => unknown): Buffer {
  const copy = Buffer.from(bytes);
  work(copy);
  return copy;
}

function ofHead(well: Buffer): readonly Corruption[] {
  const heads: readonly [string, (copy: Buffer) => unknown][] = [
    ['header zeroed', copy => copy.fill(0, 0, 100)],
    ['header of 0xff', copy => copy.fill(0xff, 0, 100)],
    ['another magic', copy => copy.write('SQLite format 4', 0, 'latin1')],
    ['first page zeroed', copy => copy.fill(0, 0, page)],
    ['page size of another file', copy => copy.writeUInt16BE(512, 16)],
    ['more pages than there are', copy => copy.writeUInt32BE(1_000_000, 28)],
  ];
  return heads.map(([name, work]) => ({
    name,
    files: { database: change(well, work), log: undefined },
    says: damaged,
  }));
}

function truncations(well: Buffer): readonly Corruption[] {
  const sizes = [
    1,
    50,
    99,
    100,
    page - 1,
    page,
    page + 1,
    well.length / 2,
    well.length - page,
    well.length - 1,
  ];
  return sizes.map(size => ({
    name: `cut to ${size} bytes`,
    files: { database: well.subarray(0, size), log: undefined },
    says: damaged,
  }));
}

function strangers(well: Buffer): readonly Corruption[] {
  const foreign = databaseOfAnother();
  const files: readonly [string, Buffer, RegExp][] = [
    ['a text', Buffer.from('not a database, but long enough to be looked at\n'.repeat(500)), damaged],
    [
      'an image',
      Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), well.subarray(16)]),
      damaged,
    ],
    ['packed', gzipSync(well), damaged],
    ['of another program', foreign, /is a database of another program; name another file for the store/],
    [
      'of a newer version',
      change(well, copy => copy.writeUInt32BE(99, 60)),
      /was made by a newer version of this program \(schema 99, here \d+\); use that version, or restore a backup/,
    ],
  ];
  return files.map(([name, database, says]) => ({ name, files: { database, log: undefined }, says }));
}

/** Every event before the last transaction of the log was acknowledged, so it must remain. */
/** Returns a database that another program created. */
function databaseOfAnother(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-stranger-'));
  const file = join(folder, 'other.db');
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE other (x)');
  other.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

function ofLog({ database, log, logged }: Killed): readonly Corruption[] {
  const endOf = (index: number) => logged.at(index)?.end ?? 0;
  const flipped = (at: number) => change(log, copy => copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at));
  const logs: readonly [string, Buffer, RegExp][] = [
    [
      'log header zeroed',
      change(log, copy => copy.fill(0, 0, 32)),
      /its log has lost its head, with \d+ transactions behind it/,
    ],
    ['log header of another log', flipped(17), /its log has lost its head/],
    ['log page size changed', flipped(10), /its log has lost its head/],
    [
      'first frame of the log changed',
      flipped(32 + 24 + 100),
      /its log is damaged in front of \d+ transactions/,
    ],
    ['first frame of the log zeroed', change(log, copy => copy.fill(0, 32, 32 + 24 + page)), damaged],
    ['a frame header in the log changed', flipped(endOf(2) + 16), damaged],
    ['a stretch of the log zeroed', change(log, copy => copy.fill(0, endOf(3), endOf(5))), damaged],
    ['the last transaction but one changed', flipped(endOf(-2) - 100), /in front of 1 transaction\)/],
    ['a text in place of the log', Buffer.from('this is no log\n'.repeat(5_000)), /its log is no log/],
  ];
  const gone =
    /is gone or empty, but its log bridge\.db-wal is there, with what was written last; both were left/;
  return [
    ...logs.map(([name, changed, says]) => ({ name, files: { database, log: changed }, says })),
    { name: 'only the log is left', files: { database: undefined, log }, says: gone },
    { name: 'empty beside its log', files: { database: Buffer.alloc(0), log }, says: gone },
    {
      name: 'cut beside its log',
      files: { database: database.subarray(0, 3 * page + 7), log },
      says: damaged,
    },
    {
      name: 'a text beside its log',
      files: { database: Buffer.alloc(9 * page, 'text\n'), log },
      says: damaged,
    },
  ];
}

/** The types of B-tree pages for rows and indexes, by their first byte. */
const treePages: ReadonlySet<number> = new Set([2, 5, 10, 13]);

/**
 * Damages whole pages of trees. An overflow page with the rest of a long row has no checksum, so its damage is not
 * detected.
 */
function ofPages(well: Buffer, chance: Chance, index: number): Corruption {
  const pages = Array.from({ length: well.length / page - 1 }, (_, each) => each + 1);
  const number = chance.pick(pages.filter(each => treePages.has(well.readUInt8(each * page))));
  const kinds: readonly [string, (copy: Buffer) => unknown][] = [
    [
      'random',
      copy =>
        copy.set(
          Uint8Array.from({ length: page }, () => chance.int(256)),
          number * page,
        ),
    ],
    ['zeroed', copy => copy.fill(0, number * page, (number + 1) * page)],
    ['of 0xff', copy => copy.fill(0xff, number * page, (number + 1) * page)],
  ];
  const [kind, work] = kinds[index % kinds.length] as (typeof kinds)[number];
  return {
    name: `page ${number} ${kind}`,
    files: { database: change(well, work), log: undefined },
    says: damaged,
  };
}

/** A corruption that a killed store survives, and the remaining events. */
export interface Survived {
  readonly name: string;
  readonly files: Files;
  readonly has: readonly string[];
}

/**
 * Corruptions that SQLite takes for a crash: the log's end is missing, or its last transaction incomplete.
 */
export function survivals(killed: Killed): readonly Survived[] {
  const { database, log, settled, logged } = killed;
  const upTo = (bytes: number) => [
    ...settled,
    ...logged.filter(({ end }) => end <= bytes).map(({ id }) => id),
  ];
  const lastBegins = logged.at(-2)?.end ?? 0;
  const cuts = [
    0,
    31,
    32,
    32 + 24,
    lastBegins - 1,
    lastBegins,
    lastBegins + 1,
    lastBegins + 24 + page,
    log.length - 1,
  ];
  const tail: readonly [string, Buffer, readonly string[]][] = [
    ['whole', log, upTo(log.length)],
    ['with zeros behind it', Buffer.concat([log, Buffer.alloc(3 * page)]), upTo(log.length)],
    ['with rubbish behind it', Buffer.concat([log, Buffer.alloc(5 * page, 'rubbish')]), upTo(log.length)],
    [
      'with a changed last transaction',
      change(log, copy => copy.fill(1, log.length - 9, log.length - 1)),
      upTo(lastBegins),
    ],
    ['with a zeroed last transaction', change(log, copy => copy.fill(0, lastBegins)), upTo(lastBegins)],
    ['that was never written, but for its size', Buffer.alloc(log.length), settled],
  ];
  return [
    ...cuts.map(bytes => ({
      name: `log cut to ${bytes} bytes`,
      files: { database, log: log.subarray(0, bytes) },
      has: upTo(bytes),
    })),
    ...tail.map(([name, changed, has]) => ({ name: `log ${name}`, files: { database, log: changed }, has })),
    { name: 'log gone', files: { database, log: undefined }, has: settled },
  ];
}
