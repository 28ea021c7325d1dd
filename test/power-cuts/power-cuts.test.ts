import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '../../src/inbox/sqlite/file/back-up.ts';
import { chanceOf, seedOf } from '../../torture/chance.ts';
import { program } from '../program/program.ts';
import type { Scene } from '../syscalls/scene.ts';
import { describeTraced } from '../syscalls/tracer/may-trace.ts';
import { type Cut, cutAt, cutPower } from './cut.ts';
import type { Disk } from './disk.ts';
import { type Finding, judgeErasures, judgeStore } from './judge-disk.ts';
import { judgeStart } from './judge-start.ts';
import type { Trust } from './memory.ts';
import { type Lives, type Recording, recordLives } from './recording.ts';

/** The number of power cuts: CUTS=500 for more. A seed makes the same choices again, in a new recording. */
const cutCount = Number(process.env.CUTS ?? 12);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);

/** The number of cuts of one recording, and of cuts for each start of the program. */
const cutsOfOne = 250;
const realEvery = 16;
const eventsInRun = 48;

const lessThanFull = [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'less-than-full.ts')).href,
  program,
];

describeTraced('after a power cut', () => {
  let recording: Recording;
  /** The faults found with fewer syncs. */
  const failing = new Map<Trust, ReadonlyMap<string, string>>();

  beforeAll(async () => {
    recording = await recordLives({ chance: chanceOf(seed), eventsInRun });
  }, 600_000);

  afterAll(() => recording?.scene.close());

  it(`loses, invents, damages and repeats nothing, and starts without help: ${cutCount} cuts (SEED=${seed})`, {
    timeout: 180_000 + cutCount * 1_000,
  }, async () => {
    const wrong: string[] = [];
    const figures = { starts: 0, answered: 0, booked: 0, erased: 0 };
    for (let each = 0; each < cutCount; each += 1) {
      if (each > 0 && each % cutsOfOne === 0) {
        await recording.scene.close();
        recording = await recordLives({ chance: chanceOf(seedOf(seed, -each)), eventsInRun });
      }
      const cut = cutPower(recording, chanceOf(seedOf(seed, each)));
      const isReal = each % realEvery === 0;
      const findings = await judge(recording, cut, isReal);
      wrong.push(...findings.map(({ fault, detail }) => `${fault}, cut ${each} at ${cut.name}: ${detail}`));
      figures.starts += isReal ? 1 : 0;
      figures.answered += cut.known.answered.size;
      figures.booked += cut.known.booked.size;
      figures.erased += cut.known.erased;
    }
    console.log(
      `SEED=${seed}: ${cutCount} power cuts, ${figures.starts} of them with a start of the program: ` +
        `${figures.answered} answers, ${figures.booked} bookings and ${figures.erased} erasures looked for, ` +
        `${wrong.length} faults`,
    );
    expect(wrong).toEqual([]);
    expect(figures.answered).toBeGreaterThan(cutCount * 10);
  });

  it('starts without help after an interruption of its very first start', async () => {
    const calls = recording.powers[0]?.calls ?? [];
    const first = calls.slice(0, 10 + calls.findIndex(({ path, bytes }) => bytes && path.endsWith('-wal')));
    const wrong: Finding[] = [];
    /** Before much is written, many cuts leave the same disk. */
    const judged = new Set<string>();
    for (const { began, ended = began } of first) {
      for (const [each, moment] of [began, ended, ended].entries()) {
        const cut = cutAt(recording, { index: 0, moment }, chanceOf(seedOf(seed, began + each)));
        const known = digestOf(cut);
        if (judged.has(known)) continue;
        judged.add(known);
        wrong.push(...(await judge(recording, cut, false)));
      }
    }
    expect(wrong).toEqual([]);
    expect(judged.size).toBeGreaterThan(20);
    expect(first.length).toBeGreaterThan(30);
  });

  it('keeps no erased data in any file after the response to the erasure', () => {
    const answers = recording.powers.flatMap(({ calls }, index) =>
      calls.filter(({ found }) => found?.erased).map(({ began }) => ({ index, moment: began })),
    );
    const cuts = answers.flatMap(answer =>
      Array.from({ length: 8 }, (_, each) => cutAt(recording, answer, chanceOf(seedOf(seed, each)))),
    );
    expect(cuts.flatMap(({ disk, known }) => judgeErasures(disk, known))).toEqual([]);
    expect(answers.length).toBeGreaterThan(5);
  });

  it('holds the same if a restored backup has to be made a store again', {
    timeout: 180_000 + cutCount * 500,
  }, async () => {
    const lives: Lives = [['SIGKILL'], ['SIGTERM', 'SIGKILL']];
    const restored = await recordLives({ chance: chanceOf(seed), eventsInRun: 20, lives, between: restore });
    try {
      expect(await faultsOf(restored, Math.min(cutCount, cutsOfOne))).toEqual(new Map());
    } finally {
      await restored.scene.close();
    }
  });

  it.each<[Trust, Finding['fault']]>([
    ['no sync', 'lost'],
    ['no sync', 'may be booked again'],
    ['no sync of a folder', 'lost'],
  ])('is detected to fail with %s: %s', async (trust, fault) => {
    const faults = failing.get(trust) ?? (await faultsOf(recording, 20, trust));
    failing.set(trust, faults);
    expect([...faults.keys()]).toContain(fault);
  });

  it('is detected to lose webhooks if commits do not wait for the disk', async () => {
    const weak = await recordLives({
      chance: chanceOf(seed),
      eventsInRun,
      program: lessThanFull,
      lives: [['SIGKILL']],
    });
    try {
      const faults = [...(await faultsOf(weak, 40)).keys()];
      expect(faults).toContain('lost');
      // The promises of SQLite without a sync still hold.
      expect(faults).not.toContain('damaged');
    } finally {
      await weak.scene.close();
    }
  });
});

/** Replaces everything on a disk by a backup of the store, in its place. */
function restore(_: Disk, { folder, database }: Scene): Disk {
  const backup = join(folder, 'backup.db');
  rmSync(backup, { force: true });
  backUp(database, backup, Date.now());
  return new Map([['store/bridge.db', readFileSync(backup)]]);
}

async function judge({ scene, platter }: Recording, { disk, known }: Cut, isReal: boolean) {
  platter.lay(disk);
  const found = await (isReal ? judgeStart(scene, known) : judgeStore(scene.database, known));
  return [...judgeErasures(disk, known), ...found];
}

/** A digest of all that a cut left, and of all that is known then. */
function digestOf({ disk, known: { answered, booked, erased } }: Cut): string {
  const digest = createHash('sha1');
  for (const [path, bytes] of disk) digest.update(`${path} ${bytes.length}\n`).update(bytes);
  return digest.update(JSON.stringify([[...answered], [...booked], erased])).digest('hex');
}

/** The faults found, by kind; the last of each kind. */
async function faultsOf(recording: Recording, cuts: number, trust?: Trust): Promise<Map<string, string>> {
  const faults = new Map<string, string>();
  for (let each = 0; each < cuts; each += 1) {
    const cut = cutPower(recording, chanceOf(seedOf(seed, each)), trust);
    for (const { fault, detail } of await judge(recording, cut, false))
      faults.set(fault, `${cut.name}: ${detail}`);
  }
  return faults;
}
