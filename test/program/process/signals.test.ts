import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it, type TestContext } from 'vitest';
import { systemClock } from '../../../src/inbox/clock.ts';
import { openSqliteStore } from '../../../src/inbox/sqlite/store.ts';
import { program } from '../program.ts';
import { type StopScene, stopScene } from './stop-scene.ts';

const launcher = resolve(import.meta.dirname, '../../../src/launch-elsewhere.ts');
const launch = `import(${JSON.stringify(launcher)}).then(({ launchElsewhere }) => launchElsewhere(${JSON.stringify(program)}))`;

const asFirst = ['unshare', '-r', '--fork', '--pid', '--mount-proc', '--kill-child'];
const mayBeFirst = spawnSync('unshare', [...asFirst.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
if (!mayBeFirst)
  console.warn('SKIPPED: signals to process 1, since this user may not make a namespace for processes');

const node = [process.execPath, program];
const launched = [process.execPath, '-e', launch, 'program'];

/** All signals that end a program by default, except those that no program can handle or that report a crash. */
const ending = [
  'SIGHUP',
  'SIGQUIT',
  'SIGPWR',
  'SIGXCPU',
  'SIGALRM',
  'SIGVTALRM',
  'SIGIO',
  'SIGSTKFLT',
] as const satisfies NodeJS.Signals[];

/** Starts it with a booking in flight that the destination has received but not answered yet. */
async function inFlight({ expect, onTestFinished }: TestContext, command: readonly string[]) {
  const scene = await stopScene(onTestFinished, { delayMs: () => 700 });
  const [file = '', ...args] = command;
  const child = spawn(file, [...args, 'start', '--config', scene.config], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
  await expect.poll(() => text, { interval: 5 }).toContain('ready for webhooks');
  const id = await scene.book('booked');
  await expect.poll(() => scene.truth.bookings.get('booked'), { interval: 5 }).toBe(1);
  return { scene, child, id, printed: () => text };
}

/** Returns the status of the booking after a next start, which opens the store and finishes open work. */
async function found({ folder }: StopScene, id: string): Promise<string | undefined> {
  const store = await openSqliteStore(join(folder, 'data/bridge.db'), { clock: systemClock });
  try {
    return (await store.event(id))?.status;
  } finally {
    await store.close();
  }
}

/** Returns the process 1 that a command has started. */
function firstOf(outer: ChildProcess): number {
  return Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim());
}

describe.concurrent('a signal', () => {
  for (const signal of ending) {
    it(`${signal} stops it gracefully: the sent booking is delivered`, async context => {
      const { expect } = context;
      const { scene, child, id, printed } = await inFlight(context, node);
      child.kill(signal);
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(printed()).toMatch(new RegExp(`"signal":"${signal}".*"drained":true,"msg":"stopped"`, 's'));
      expect(await found(scene, id)).toBe('delivered');
    });
  }

  it('SIGHUP and SIGQUIT also stop it if it starts another Node', async context => {
    const { expect } = context;
    for (const signal of ['SIGHUP', 'SIGQUIT', 'SIGALRM'] as const) {
      const { scene, child, id } = await inFlight(context, launched);
      child.kill(signal);
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(await found(scene, id)).toBe('delivered');
    }
  });

  for (const [how, command] of [
    ['', node],
    [' where it starts another Node', launched],
  ] as const) {
    it(`SIGUSR1 and SIGUSR2 stop nothing and open no debugger${how}`, async context => {
      const { expect } = context;
      const { scene, child, id, printed } = await inFlight(context, command);
      if (process.platform === 'linux') {
        const own = readFileSync('/proc/self/oom_score_adj', 'utf8');
        expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8')).toBe(own);
      }
      for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
        child.kill(signal);
        await expect.poll(printed).toMatch(new RegExp(`"signal":"${signal}","msg":"signal ignored`));
      }
      expect(await scene.statuses()).toEqual(new Map([[id, 'delivered']]));
      expect(printed()).not.toContain('Debugger');
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
    });
  }

  it('SIGUSR1 opens no debugger in another command, and SIGHUP ends it normally', async ({ expect }) => {
    const child = spawn(process.execPath, [program, 'sandbox', '--port', '0'], { stdio: 'pipe' });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
    await expect.poll(() => text, { interval: 5 }).toContain('http://');
    // If memory runs short beside a bridge, the command must be killed first.
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
    child.kill('SIGUSR1');
    await wait(100);
    child.kill('SIGHUP');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(text).not.toContain('Debugger');
  });

  for (const signal of ['SIGHUP', 'SIGQUIT', 'SIGUSR1'] as const) {
    it(`${signal} works as process 1 of a container`, async context => {
      if (!mayBeFirst) return context.skip();
      const { expect } = context;
      const { scene, child, id, printed } = await inFlight(context, [...asFirst, ...node]);
      process.kill(firstOf(child), signal);
      if (signal === 'SIGUSR1') {
        await expect.poll(printed).toContain('signal ignored');
        process.kill(firstOf(child), 'SIGTERM');
      }
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(printed()).not.toContain('Debugger');
      expect(await found(scene, id)).toBe('delivered');
    });
  }
});
