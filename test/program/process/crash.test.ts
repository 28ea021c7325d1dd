import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../program.ts';
import { faultsOf, stopScene } from './stop-scene.ts';

const canary = 'canary-5c1e7a';
const preload = resolve(import.meta.dirname, 'break-in.js');

describe('a fault of the program', () => {
  it.each(['throw', 'throw-text', 'reject'])(
    'that is not caught (%s) ends it with status 3 and reports its location and no value; a new start continues',
    async how => {
      const scene = await stopScene(onTestFinished, { delayMs: () => 20 });
      const file = join(scene.folder, 'break');
      const running = await scene.start({ BREAK_FILE: file, NODE_OPTIONS: `--import ${preload}` });
      const stopSending = scene.send(2);
      await expect.poll(() => scene.answered.size, { interval: 5 }).toBeGreaterThan(3);
      writeFileSync(file, `${how} ${canary}`);
      expect(await running.end('SIGUSR2')).toBe(3);
      expect(running.output()).toContain('fieldbridge: this is a fault of the program, please report it: ');
      expect(running.output()).not.toContain(canary);
      if (!how.includes('-')) expect(running.output()).toMatch(/Error\n +at .*break-in\.js/);
      await scene.start();
      await stopSending();
      const { uncertain: _, ...faults } = faultsOf(scene, await scene.statuses());
      expect(faults).toEqual({ lost: [], doubled: [], falselyDelivered: [], outOfOrder: [] });
    },
  );

  it('is written to Node’s own report without the environment, if configured', async () => {
    const scene = await stopScene(onTestFinished);
    const options = `--report-on-signal --report-signal=SIGUSR2 --report-directory=${scene.folder}`;
    const running = await scene.start({ NODE_OPTIONS: options, SOME_TOKEN: canary });
    running.child.kill('SIGUSR2');
    const reports = () => readdirSync(scene.folder).filter(name => name.startsWith('report.'));
    await expect.poll(reports).toHaveLength(1);
    expect(await running.end('SIGTERM')).toBe(0);
    const report = readFileSync(join(scene.folder, reports()[0] ?? ''), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ header: { event: 'SIGUSR2' } });
    expect(report).not.toContain(canary);
  });

  it.each(['undici', 'fs, HTTP', '*'])(
    'cannot be debugged with NODE_DEBUG=%s: it would print tokens, so nothing starts',
    async sections => {
      const scene = await stopScene(onTestFinished);
      const { status, stderr } = spawnSync(process.execPath, [program, 'start', '--config', scene.config], {
        env: { ...process.env, NODE_DEBUG: sections },
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        timeout: 120_000,
      });
      expect(status).toBe(2);
      expect(stderr).toMatch(/fieldbridge start: NODE_DEBUG=\S+ makes Node print every request/);
      expect(stderr).not.toContain('some-token-of-the-test');
    },
  );
});
