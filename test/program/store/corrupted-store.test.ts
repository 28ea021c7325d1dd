import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/inbox/sqlite/store.ts';
import { chanceOf } from '../../../torture/chance.ts';
import { fieldbridge } from '../../cli/command-line.ts';
import { createTestClock } from '../../inbox/contract/bench.ts';
import { accept, allPages, booking, deliverAll, planAll, queued } from '../../inbox/contract/samples.ts';
import { type Corruption, corruptions, type Files, type Killed, survivals } from './corruptions.ts';

/** The number of damaged files, and their seed: CORRUPTED=2000 SEED=7 for others. */
const wanted = Number(process.env.CORRUPTED ?? 56);
const seed = Number(process.env.SEED ?? 1);

const config = `
server: {port: 1}
store: sqlite:bridge.db
destinations: {salon: {baseUrl: http://127.0.0.1:1, token: some-token}}
sources: {crm: {verify: {type: none}}}
`;

let folder: string;
let well: Buffer;
let killed: Killed;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-corrupted-'));
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(join(folder, 'config.yaml'), config);
  const path = join(folder, 'made.db');
  const clock = createTestClock();
  const chance = chanceOf(seed);
  const body = () => new Uint8Array(chance.int(30_000)).fill(120);
  const store = await openSqliteStore(path, { clock });
  for (let each = 0; each < 40; each += 1) await accept(store, { body: body() });
  await planAll(store, event => [queued(booking(event.id))]);
  await deliverAll(store, clock.now());
  await store.close();
  well = readFileSync(path);
  killed = await kill(path, body);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Adds events and reads the files before the store is closed; few enough that all of them are in the log. */
async function kill(path: string, body: () => Uint8Array): Promise<Killed> {
  const store = await openSqliteStore(path, { clock: createTestClock() });
  const settled = await allPages(store, {});
  const logged: { id: string; end: number }[] = [];
  for (let each = 0; each < 12; each += 1) {
    const id = await accept(store, { body: body() });
    logged.push({ id, end: statSync(`${path}-wal`).size });
  }
  const files = { database: readFileSync(path), log: readFileSync(`${path}-wal`) };
  await store.close();
  return { ...files, settled, logged };
}

const database = () => join(folder, 'bridge.db');
const log = () => join(folder, 'bridge.db-wal');

function lay(files: Files): void {
  for (const end of ['', '-wal', '-shm', '-lock', '-ballast'])
    rmSync(`${database()}${end}`, { recursive: true, force: true });
  if (files.database) writeFileSync(database(), files.database);
  if (files.log) writeFileSync(log(), files.log);
}

function found(): Files {
  const bytes = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
  return { database: bytes(database()), log: bytes(log()) };
}

async function refusal({ name, files, says }: Corruption): Promise<string | undefined> {
  lay(files);
  const { status, err } = await fieldbridge(['start'], { directory: folder, stop: AbortSignal.abort() });
  const after = found();
  if (status !== 3) return `${name}: exit status ${status}\n${err}`;
  if (!says.test(err)) return `${name}: it says\n${err}`;
  const same = (one: Buffer | undefined, other: Buffer | undefined) =>
    one ? (other?.equals(one) ?? false) : !other?.length;
  if (!same(files.database, after.database)) return `${name}: the file was changed`;
  if (!same(files.log, after.log)) return `${name}: the log was changed`;
  return undefined;
}

describe('start with a damaged store', () => {
  it(`refuses it with a message and changes no byte, in ${wanted} cases (seed ${seed})`, {
    timeout: 180_000 + wanted * 500,
  }, async () => {
    const wrong: string[] = [];
    for (const each of corruptions(well, killed, wanted, seed)) {
      const what = await refusal(each);
      if (what !== undefined) wrong.push(what);
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a folder in its place', async () => {
    lay({ database: undefined, log: undefined });
    mkdirSync(database());
    const { status, err } = await fieldbridge(['start'], { directory: folder, stop: AbortSignal.abort() });
    expect([status, err]).toEqual([
      3,
      expect.stringMatching(
        /bridge\.db cannot be used: it is a folder, no file; name a file for the store that .*\n$/,
      ),
    ]);
  });

  it('continues if only the end of its log is missing or incomplete, with every earlier event', async () => {
    for (const { name, files, has } of survivals(killed)) {
      lay(files);
      const store = await openSqliteStore(database(), { clock: createTestClock() });
      const ids = await allPages(store, {});
      await store.close();
      expect([...ids].sort(), name).toEqual([...has].sort());
    }
  });
});
