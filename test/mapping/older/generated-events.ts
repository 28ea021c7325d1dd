import type { SourceConfig } from '../../../src/config/config.ts';
import { readSample, type SampleEvent } from '../../../src/receive/samples/read-sample.ts';

/** Returns numbers from 0 to 1 that are the same in every run. */
export type Random = () => number;

/** Returns a sequence of random numbers for a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const values: readonly unknown[] = [
  ...[
    '',
    ' ',
    '-',
    'x',
    'yes',
    'nein',
    'true',
    'Farbe',
    ' farbe ',
    'Farbe, Pflege',
    'Pflege; Farbe',
    'lockig',
  ],
  ...['14.03.1988', '1988-03-14', '14. März 1988', '31.02.2024', '1988-03-14T00:30:00+02:00', '2026-11-20'],
  ...['0151 12345678', '+4315112345', '01512', '1.234', '1.234,5', '12,5', '30001', 'phone', 'PHONE', 'mail'],
  ...[
    'Stammkunde',
    'stammkunde',
    'VIP',
    'Neukunde',
    'Nuts &amp; pollen',
    'M\u00fcller',
    'Mu\u0308ller',
    '[a, b]',
  ],
  ...[1001, 1, 0, -3.5, 574300800000, 1e21, true, false, null],
];
const lists: readonly unknown[] = [
  [],
  ['Farbe'],
  ['Farbe', 'Pflege'],
  ['Farbe', 'Foo', ''],
  ['a', 2, true],
  [{ a: 1 }],
  [['Farbe'], null],
  { a: { b: 'c' } },
];

function pick<T>(random: Random, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T;
}

function anyValue(random: Random): unknown {
  return random() < 0.8 ? pick(random, values) : pick(random, lists);
}

/** Returns a sample in which some values are replaced, become lists, or are missing. */
export function changed(random: Random, sample: unknown): unknown {
  if (Array.isArray(sample)) return sample.map(each => changed(random, each));
  if (typeof sample !== 'object' || sample === null) return random() < 0.1 ? anyValue(random) : sample;
  return Object.fromEntries(
    Object.entries(sample).flatMap(([key, value]) =>
      random() < 0.06 ? [] : [[key, changed(random, value)] as const],
    ),
  );
}

const names = [
  ...['number', 'text', 'status', 'day', 'topics', 'hair', 'campaign', 'optin', 'by', 'zip', 'size', 'phone'],
  'when',
];

/** Returns a payload with some of the names that the mapping with every key reads. */
export function payloadOf(random: Random): unknown {
  const given = names.flatMap(name => (random() < 0.4 ? [[name, anyValue(random)] as const] : []));
  const topics = random() < 0.4 ? { topics: pick(random, lists) } : {};
  return {
    ...Object.fromEntries(given),
    ...topics,
    number: random() < 0.9 ? 1001 : anyValue(random),
    person: { id: 'p1', name: anyValue(random) },
  };
}

/** Returns the events of a body. */
export async function eventsOf(
  source: SourceConfig | undefined,
  body: unknown,
): Promise<readonly SampleEvent[]> {
  const bytes = Buffer.from(JSON.stringify(body));
  const read = await readSample(source, bytes, {
    headers: { 'content-type': 'application/json' },
    query: {},
  });
  return read.kind === 'read' ? read.events : [];
}
