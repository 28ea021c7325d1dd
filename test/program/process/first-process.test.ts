import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../program.ts';
import { type StopScene, stopScene } from './stop-scene.ts';

const asFirst = ['-r', '--fork', '--pid', '--mount-proc', '--kill-child'];
const mayBeFirst = spawnSync('unshare', [...asFirst, 'true'], { stdio: 'ignore' }).status === 0;
if (!mayBeFirst)
  console.warn('SKIPPED: process 1 of a container, since this user may not make a namespace for processes');

const launcher = resolve(import.meta.dirname, '../../../src/launch-elsewhere.ts');
const launch = `import(${JSON.stringify(launcher)}).then(({ launchElsewhere }) => launchElsewhere(${JSON.stringify(program)}))`;

/** Starts a command line as process 1 of a new namespace. */
function startFirst(scene: StopScene, node: readonly string[]) {
  const argv = [process.execPath, ...node, 'start', '--config', scene.config];
  const outer = spawn('unshare', [...asFirst, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void outer.kill('SIGKILL'));
  let printed = '';
  for (const stream of [outer.stdout, outer.stderr]) stream.on('data', chunk => (printed += chunk));
  return { outer, printed: () => printed };
}

/** Returns the process's id as this namespace sees it. */
async function firstOf(outer: ChildProcess): Promise<number> {
  const path = `/proc/${outer.pid}/task/${outer.pid}/children`;
  const children = () => readFileSync(path, 'utf8').trim();
  await expect.poll(children, { interval: 2 }).toMatch(/^\d+$/);
  return Number(children());
}

describe.skipIf(!mayBeFirst)('as process 1 of a container', () => {
  it.each([
    ['the program', [program]],
    ['the program that starts another Node', ['-e', launch, 'program']],
  ])('%s ends gracefully on SIGTERM', async (_, node) => {
    const scene = await stopScene(onTestFinished, { delayMs: () => 300 });
    const { outer, printed } = startFirst(scene, node);
    const first = await firstOf(outer);
    await expect.poll(printed, { interval: 5 }).toContain('ready for webhooks');
    const id = await scene.book('first');
    await expect.poll(() => scene.truth.bookings.get('first'), { interval: 5 }).toBe(1);
    process.kill(first, 'SIGTERM');
    expect(await once(outer, 'close')).toEqual([0, null]);
    expect(printed()).toMatch(/"signal":"SIGTERM".*"drained":true,"msg":"stopped"/s);
    await scene.start();
    expect(await scene.statuses()).toEqual(new Map([[id, 'delivered']]));
  });

  it('handles SIGTERM before it has started', async () => {
    const scene = await stopScene(onTestFinished);
    const { outer, printed } = startFirst(scene, [program]);
    const first = await firstOf(outer);
    const lock = join(scene.folder, 'data/bridge.db-lock');
    await expect.poll(() => existsSync(lock), { interval: 1 }).toBe(true);
    process.kill(first, 'SIGTERM');
    expect(await once(outer, 'close')).toEqual([0, null]);
    expect(printed()).toMatch(/"msg":"stopped"/);
  });

  it('reports by its status that its Node was killed', async () => {
    const scene = await stopScene(onTestFinished);
    const { outer, printed } = startFirst(scene, ['-e', launch, 'program']);
    const first = await firstOf(outer);
    await expect.poll(printed, { interval: 5 }).toContain('ready for webhooks');
    const second = Number(readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim());
    process.kill(second, 'SIGKILL');
    expect(await once(outer, 'close')).toEqual([137, null]);
  });
});
