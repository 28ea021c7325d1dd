import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { request } from 'undici';
import type { Step } from '../src/inbox/step.ts';
import { program } from '../test/program/program.ts';
import { startTraced, type Traced } from '../test/syscalls/tracer/start-traced.ts';
import type { TortureCommand, Word } from './inside.ts';

/** A bridge that dies and comes back, on the same store and at the same port. */
export interface Bridge {
  readonly port: number;
  /** The process, which may not be the child that was started but what that became. */
  readonly pid: number;
  /** Whether the process runs (or stands frozen). */
  readonly alive: boolean;
  /** Whether it has answered since it was started, and was not killed. */
  readonly isUp: boolean;
  /** How far its wall clock is ahead of the true time. Milliseconds. */
  readonly aheadMs: number;
  start(): Promise<void>;
  /** The same under the tracer; nothing can be asked of such a process, and its clock does not jump. */
  startTraced(): Promise<Traced>;
  /** Whether it says that it is ready. */
  isReady(): Promise<boolean>;
  /**
   * Sends it a signal that ends it, and resolves with its exit status when it is gone.
   * @throws where it was told to stop and does not in time
   */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  dieAt(step: Step, times: number): void;
  /** Has it stop by itself, at such a step; whether it did, `isStopped` tells. */
  stopAt(step: Step, times: number): void;
  isStopped(): boolean;
  /** Has it neither die nor stop by itself any more; resolves when it knows, or is gone. */
  forgetSteps(): Promise<void>;
  setClock(aheadMs: number): void;
  /** Resolves when it is gone, or after so many milliseconds; answers whether it is gone. */
  gone(withinMs: number): Promise<boolean>;
  /** Whether what all objects inherit is still as it was. */
  prototypesAsBefore(): Promise<boolean>;
  /** What it printed in all its lives. */
  printed(): string;
}

export interface BridgeOptions {
  /** Where the config lies, as `config.yaml`. */
  readonly folder: string;
  readonly port: number;
  /** Words before the program that make its surroundings. */
  readonly prefix: readonly string[];
  /** What it has of its environment beside what this process has. */
  readonly environment: NodeJS.ProcessEnv;
  /** Called whenever it is gone, before anything else learns of it. */
  readonly died: () => void;
  /** Called when it answers again after an end, with how long its start took. */
  readonly recovered: (ms: number) => void;
  /** Told to stop, it may take so long; half a minute where it is left out. Milliseconds. */
  readonly stopWithinMs?: number;
}

const betweenLooksMs = 8;
const startWithinMs = 30_000;
const usualStopMs = 30_000;

/** Makes a bridge that is not started yet. */
export function createBridge(options: BridgeOptions): Bridge {
  const inside = writeInside(options.folder);
  const stopWithinMs = options.stopWithinMs ?? usualStopMs;
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> = Promise.resolve(null);
  let pid = 0;
  let alive = false;
  let isUp = false;
  let lives = 0;
  let aheadMs = 0;
  let printed = '';

  const words = ['--import', inside, program, 'start', '--config', join(options.folder, 'config.yaml')];
  const [first = '', ...rest] = [...options.prefix, process.execPath, ...words];
  const surroundings = () => ({
    ...process.env,
    ...options.environment,
    TORTURE_CLOCK_AHEAD_MS: String(aheadMs),
  });

  async function start(): Promise<void> {
    await live(spawn(first, rest, { env: surroundings(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }));
  }

  async function startUnderTracer(): Promise<Traced> {
    const traced = await startTraced(first, rest, { env: surroundings() });
    pid = traced.pid;
    await live(traced.child);
    return traced;
  }

  /** Follows a fresh process until it answers, and hears of its end. */
  async function live(fresh: ChildProcess): Promise<void> {
    const started = performance.now();
    child = fresh;
    alive = true;
    for (const stream of [fresh.stdout, fresh.stderr])
      stream?.on('data', chunk => {
        printed += chunk;
      });
    fresh.on('message', (word: Word) => {
      if ('pid' in word) pid = word.pid;
    });
    // A process that is gone gets no messages any more.
    fresh.on('error', () => undefined);
    ended = new Promise(done =>
      fresh.once('exit', code => {
        alive = false;
        isUp = false;
        options.died();
        done(code);
      }),
    );
    while (alive && !(await answers(options.port, '/healthz'))) {
      if (performance.now() - started > startWithinMs) throw new Error(`it does not answer:\n${printed}`);
      await new Promise(done => setTimeout(done, betweenLooksMs));
    }
    if (!alive)
      throw new Error(`the bridge does not start (status ${await ended}):\n${printed.slice(-5_000)}`);
    isUp = true;
    lives += 1;
    if (lives > 1) options.recovered(performance.now() - started);
  }

  function send(signal: NodeJS.Signals): void {
    try {
      if (alive) process.kill(pid, signal);
    } catch (error) {
      // It is gone, and this is not known yet.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  const ask = (command: TortureCommand): void => {
    if (alive && child?.connected) child.send(command, () => undefined);
  };

  /** What it answers to a command, in a word that has this. */
  function askFor<Has extends 'forgotten' | 'prototypes'>(
    has: Has,
    command: TortureCommand,
  ): Promise<Extract<Word, Record<Has, unknown>>[Has]> {
    return new Promise(done => {
      const listen = (word: Word): void => {
        if (!(has in word)) return;
        child?.off('message', listen);
        done((word as Extract<Word, Record<Has, unknown>>)[has]);
      };
      child?.on('message', listen);
      ask(command);
    });
  }

  async function gone(withinMs: number): Promise<boolean> {
    const tooLate = new Promise<false>(done => setTimeout(() => done(false), withinMs).unref());
    return Promise.race([ended.then(() => true), tooLate]);
  }

  return {
    port: options.port,
    get pid() {
      return pid;
    },
    get alive() {
      return alive;
    },
    get isUp() {
      return isUp;
    },
    get aheadMs() {
      return aheadMs;
    },
    start,
    startTraced: startUnderTracer,
    isReady: () => answers(options.port, '/readyz'),
    async end(signal) {
      // What is under way now is interrupted; a moment later the connections are gone, and nobody can tell any more.
      if (alive && signal === 'SIGKILL') options.died();
      isUp = false;
      send(signal);
      if (signal === 'SIGTERM' && !(await gone(stopWithinMs)))
        throw new Error(
          `told to stop, it was still there after ${stopWithinMs / 1000} s:\n${printed.slice(-5_000)}`,
        );
      return ended;
    },
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    dieAt: (step, times) => ask({ command: 'die', step, times }),
    stopAt: (step, times) => ask({ command: 'stop', step, times }),
    isStopped: () => alive && stateOf(pid) === 'T',
    setClock(ahead) {
      aheadMs = ahead;
      ask({ command: 'clock', aheadMs });
    },
    gone,
    async forgetSteps() {
      await Promise.race([askFor('forgotten', { command: 'forget' }), ended]);
    },
    prototypesAsBefore: async () => (await askFor('prototypes', { command: 'prototypes' })) === 'as before',
    printed: () => printed,
  };
}

/** What is loaded into the process, in plain JavaScript: every start would else take a while longer. */
function writeInside(folder: string): string {
  const source = readFileSync(join(import.meta.dirname, 'inside.ts'), 'utf8');
  const path = join(folder, 'inside.mjs');
  writeFileSync(path, transformSync(source, { loader: 'ts', format: 'esm' }).code);
  return pathToFileURL(path).href;
}

async function answers(port: number, path: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

/** The letter by which Linux tells what a process does; undefined where there is none. */
function stateOf(pid: number): string | undefined {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
