import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { request } from 'undici';
import type { Step } from '../src/inbox/step.ts';
import { isListenedAt, program } from '../test/program/program.ts';
import { startTraced, type Traced } from '../test/syscalls/tracer/start-traced.ts';
import type { InsideMessage, TortureCommand } from './inside.ts';

/** A bridge that is killed and restarted, on the same store and at the same port. */
export interface Bridge {
  readonly port: number;
  /** The process id, which may differ from that of the started child. */
  readonly pid: number;
  /** True if the process exists, even frozen. */
  readonly alive: boolean;
  /** True if it has responded since its start, and was not killed. */
  readonly isUp: boolean;
  /** The difference of its wall clock, positive if ahead. Milliseconds. */
  readonly aheadMs: number;
  start(): Promise<void>;
  /** Starts it under the tracer; such a process receives no messages, and its clock does not jump. */
  startTraced(): Promise<Traced>;
  /** True if it reports that it is ready. */
  isReady(): Promise<boolean>;
  /**
   * Sends it a signal that ends it, and resolves with its exit status when it is gone.
   * @throws if a graceful stop takes too long
   */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  dieAt(step: Step, times: number): void;
  /** Makes it stop itself at a step; `isStopped` returns whether it did. */
  stopAt(step: Step, times: number): void;
  isStopped(): boolean;
  /** Cancels planned kills and stops at steps; resolves when it knows, or is gone. */
  forgetSteps(): Promise<void>;
  setClock(aheadMs: number): void;
  /** Resolves when it is gone, or after this many milliseconds; returns whether it is gone. */
  gone(withinMs: number): Promise<boolean>;
  /** True if the prototypes of all objects are unchanged. */
  prototypesAsBefore(): Promise<boolean>;
  /** Returns its output since its first start. */
  printed(): string;
}

export interface BridgeOptions {
  /** The folder of its `config.yaml`. */
  readonly folder: string;
  readonly port: number;
  /** The command that runs the program in its environment. */
  readonly prefix: readonly string[];
  /** Variables in addition to those of this process. */
  readonly environment: NodeJS.ProcessEnv;
  /** Called whenever it is gone, before anything else learns of it. */
  readonly died: () => void;
  /** Called when it responds again after an end, with the duration of the start. */
  readonly recovered: (ms: number) => void;
  /** The time limit of a graceful stop in milliseconds; by default half a minute. */
  readonly stopWithinMs?: number;
}

const betweenLooksMs = 20;
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

  /** Waits until a new process responds, and watches for its end. */
  async function live(fresh: ChildProcess): Promise<void> {
    const started = performance.now();
    child = fresh;
    alive = true;
    for (const stream of [fresh.stdout, fresh.stderr])
      stream?.on('data', chunk => {
        printed += chunk;
      });
    fresh.on('message', (message: InsideMessage) => {
      if ('pid' in message) pid = message.pid;
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
    while (alive && !((await isListenedAt(options.port)) && (await answers(options.port, '/healthz')))) {
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
      // The process is gone, and its end is not reported yet.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  const ask = (command: TortureCommand): void => {
    if (alive && child?.connected) child.send(command, () => undefined);
  };

  /** Sends a command, and returns the response that has this key. */
  function askInside<Has extends 'forgotten' | 'prototypes'>(
    has: Has,
    command: TortureCommand,
  ): Promise<Extract<InsideMessage, Record<Has, unknown>>[Has]> {
    return new Promise(done => {
      const listen = (message: InsideMessage): void => {
        if (!(has in message)) return;
        child?.off('message', listen);
        done((message as Extract<InsideMessage, Record<Has, unknown>>)[has]);
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
      // Calls in flight are interrupted now. A moment later their connections are gone, and nobody could identify them.
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
      await Promise.race([askInside('forgotten', { command: 'forget' }), ended]);
    },
    prototypesAsBefore: async () =>
      (await askInside('prototypes', { command: 'prototypes' })) === 'as before',
    printed: () => printed,
  };
}

/** Writes the module that is loaded into the process, as plain JavaScript, because that starts faster. */
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

/** The state letter of a process in Linux; undefined if there is no such process. */
function stateOf(pid: number): string | undefined {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
