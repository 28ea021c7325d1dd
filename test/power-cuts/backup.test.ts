import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chanceOf, seedOf } from '../../torture/chance.ts';
import { program } from '../program/program.ts';
import { type Scene, setScene } from '../syscalls/scene.ts';
import { describeTraced } from '../syscalls/tracer/may-trace.ts';
import { startTraced } from '../syscalls/tracer/start-traced.ts';
import { createPlatter } from './disk.ts';
import { type Finding, judgeStore, type Known } from './judge-disk.ts';
import { memoryAt } from './memory.ts';
import { type Run, recordPower } from './record-power.ts';
import { remainsOf } from './remains.ts';

/** The number of power cuts: CUTS=500 for more. */
const cuts = Number(process.env.CUTS ?? 12);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);

let scene: Scene;

beforeEach(async () => {
  scene = await setScene();
});

afterEach(() => scene.close());

describeTraced('a backup that a power cut interrupts', () => {
  it(`has its name only if it is complete, and leaves the store unchanged: ${cuts} cuts (SEED=${seed})`, {
    timeout: 180_000 + cuts * 500,
  }, async () => {
    const platter = createPlatter(scene.disk, join(scene.folder, 'kept'));
    const known = await fill(scene);
    const backup = join(scene.disk, 'backup.db');
    const words = [program, 'backup', '--config', scene.config, backup];
    const start: Run['start'] = record => startTraced(process.execPath, words, { record });
    const power = await recordPower(scene, [{ start, during: async () => {}, end: 'SIGCONT' }]);
    const wrong: Finding[] = [];
    const whole = { early: 0, late: 0 };
    for (let each = 0; each < cuts; each += 1) {
      const chance = chanceOf(seedOf(seed, each));
      // One of the cuts is late for every seed.
      const isOver = chance.maybe(0.1) || each === 0;
      const moment = isOver ? Number.POSITIVE_INFINITY : chance.pick(power.calls).began;
      const disk = remainsOf(memoryAt(power, moment), chance);
      platter.lay(disk);
      wrong.push(...(await judgeStore(scene.database, known)));
      const isThere = disk.has('backup.db');
      if (isThere) wrong.push(...(await judgeStore(backup, known)));
      if (isOver && !isThere) wrong.push({ fault: 'lost', detail: 'the backup was said to be made' });
      whole[isOver ? 'late' : 'early'] += isThere ? 1 : 0;
    }
    expect(wrong).toEqual([]);
    expect(whole.late).toBeGreaterThan(0);
  });
});

/** Makes a bridge accept some events, and returns the known facts about them. */
async function fill({ start, post }: Scene): Promise<Known> {
  const running = await start();
  const sent = new Map<string, string>();
  for (let each = 1; each <= 20; each += 1) {
    const { body } = await post({ id: `sent-${each}`, kind: 'note', filler: 'x'.repeat(3_000) });
    sent.set(String(body.id), `sent-${each}`);
  }
  await running.end('SIGTERM');
  const posted = new Set(sent.values());
  return { sent, posted, answered: new Set(sent.keys()), booked: new Set(), erased: 0, erasures: [] };
}
