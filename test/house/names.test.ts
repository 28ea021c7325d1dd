import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');

/** True for a file with the SQL of one database: both databases use the same names. */
function isOfDatabase(file: string): boolean {
  return /^inbox\/(?:sqlite|postgres)\//.test(file);
}

it('exports each name once, so that it stands for one thing', () => {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const exported = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
    // A type and a constant of the same file may share their name.
    for (const name of new Set([...text.matchAll(exported)].map(match => String(match[1])))) {
      const before = places.get(name) ?? [];
      // Once for each of the two databases.
      const isTwin = isOfDatabase(file) && before.length === 1 && before.every(isOfDatabase);
      places.set(
        name,
        isTwin && before[0]?.split('/')[1] !== file.split('/')[1] ? before : [...before, file],
      );
    }
  }
  expect(places.size).toBeGreaterThan(1_000);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});

/** Folders of one database only: its file, its connections, its schema, and ownership among processes. */
const roomsOfOne = [
  'sqlite/connection',
  'sqlite/file',
  'postgres/connection',
  'postgres/ownership',
  'postgres/schema',
];

/** Files of one database only, by the difference. */
const filesOfOne: Readonly<Record<string, readonly string[]>> = {
  // A single process sends calls from memory, and keeps the planned events in memory.
  'sends from memory': [
    'sqlite/delivery/direct-calls.ts',
    'sqlite/delivery/known-direct-calls.ts',
    'sqlite/planning/planning-mark.ts',
  ],
  // Several processes lock rows, see each other's calls, and take over work.
  'has several processes': [
    'postgres/delivery/due-marks.ts',
    'postgres/delivery/in-flight.ts',
    'postgres/delivery/take-over.ts',
    'postgres/planning/marks.ts',
    'postgres/rows/locks.ts',
  ],
  // A database in the network gets many rows in one statement.
  'writes many rows at once': [
    'postgres/delivery/beginning.ts',
    'postgres/delivery/completing.ts',
    'postgres/delivery/owned-apart.ts',
    'postgres/delivery/settle-and-claim.ts',
    'postgres/intake/add-webhooks.ts',
    'postgres/intake/bodies.ts',
    'postgres/intake/plans-at-once.ts',
    'postgres/intake/twins.ts',
    'postgres/intake/write-events.ts',
    'postgres/planning/call-rows.ts',
    'postgres/planning/changes.ts',
    'postgres/planning/planned-events.ts',
  ],
  // Lists use the indexes of the database.
  'reads lists its own way': [
    'sqlite/reading/event-ranges.ts',
    'sqlite/reading/narrow.ts',
    'postgres/reading/narrowing-streams.ts',
    'postgres/reading/status-streams.ts',
    'postgres/reading/streams.ts',
  ],
  // A copied store is recognised by its file, or by the address of the database.
  'recognises copies': ['postgres/delivery/copies.ts'],
  // A table that only one database has.
  'has a table of its own': ['sqlite/rows/waits-at.ts', 'postgres/rows/meta.ts'],
};

/** Files of both databases with different hot paths, so that their exports differ. */
const ownFunctions = [
  'delivery/claiming.ts',
  'delivery/ledger.ts',
  'delivery/settling.ts',
  'intake/duplicates.ts',
  'intake/intake.ts',
  'planning/apply-plan.ts',
  'reading/counts.ts',
  'rows/event-rows.ts',
  'rows/lanes.ts',
  'rows/links.ts',
  'rows/paused-clocks.ts',
];

describe('the two databases', () => {
  const names = (database: string) =>
    readdirSync(join(root, 'inbox', database), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .toSorted();
  const ofOne = Object.values(filesOfOne).flat();
  const shared = (database: string) =>
    names(database).filter(
      file =>
        !roomsOfOne.includes(`${database}/${file.split('/')[0]}`) && !ofOne.includes(`${database}/${file}`),
    );
  const exportsOf = (file: string) => {
    const text = readFileSync(join(root, 'inbox', file), 'utf8');
    const found = text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm);
    return [...found].map(match => String(match[1]).replace(/Sqlite|Postgres/, 'Store')).toSorted();
  };
  const isAlike = (file: string) =>
    JSON.stringify(exportsOf(`sqlite/${file}`)) === JSON.stringify(exportsOf(`postgres/${file}`));

  it('have the same files, with few exceptions', () => {
    expect(shared('sqlite')).toEqual(shared('postgres'));
    const all = ['sqlite', 'postgres'].flatMap(database =>
      names(database).map(file => `${database}/${file}`),
    );
    const isNeedless = (file: string) => !all.includes(file) || all.includes(twinOf(file));
    expect(ofOne.filter(isNeedless)).toEqual([]);
  });

  it('export the same names from each file, except from those of hot paths', () => {
    const files = shared('sqlite').filter(file => file !== 'store.ts');
    expect(files.filter(file => !isAlike(file))).toEqual(ownFunctions);
  });
});

function twinOf(file: string): string {
  return file.startsWith('sqlite/')
    ? file.replace('sqlite/', 'postgres/')
    : file.replace('postgres/', 'sqlite/');
}
