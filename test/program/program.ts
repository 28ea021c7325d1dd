import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';

/** The built program; build it before running these tests. */
export const program = resolve(import.meta.dirname, '../../dist/fieldbridge.js');

/** `fieldbridge start` as a child process. */
export interface Running {
  readonly child: ChildProcess;
  /** Returns the output so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the program and waits until it responds. */
export async function startProgram(options: {
  config: string;
  port: number;
  env?: Record<string, string>;
  /** A command that runs the one that follows it. */
  through?: readonly string[];
}): Promise<Running> {
  const command = [process.execPath, program, 'start', '--config', options.config];
  const [file = '', ...args] = [...(options.through ?? []), ...command];
  const child = spawn(file, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = wholeLines([child.stdout, child.stderr]);
  const ended = new Promise<number | null>(done => child.once('exit', done));
  const running = {
    child,
    output,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
  for (;;) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`the program ended with ${end}:\n${output()}`);
    if (await answers(options.port)) return running;
    await new Promise(done => setTimeout(done, 25));
  }
}

async function answers(port: number): Promise<boolean> {
  if (!(await isListenedAt(port))) return false;
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** True if somebody listens at a port; this is cheaper than a failing request. */
export function isListenedAt(port: number): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/** Each worker of a run has its own ports, so that two tests never use the same one. */
const portsOfWorker = 2_800;
const firstPort = 10_081 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * portsOfWorker;

/**
 * Returns a free port that stays free while a program is down: the system gives higher ports to any connection or
 * listener. `fetch` refuses some of the lower ports.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, firstPort + portsOfWorker);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(done => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/** Returns the folder of mappings in a test's config. */
export function mappingsOf(folder: string): string {
  return join(folder, 'mappings');
}

/** Joins the output of several streams by lines, so that no line is inside another stream's line. */
function wholeLines(streams: readonly (Readable | null)[]): () => string {
  const unfinished = streams.map(() => '');
  let lines = '';
  streams.forEach((stream, index) => {
    stream?.on('data', chunk => {
      const text = `${unfinished[index]}${chunk}`;
      const end = text.lastIndexOf('\n') + 1;
      lines += text.slice(0, end);
      unfinished[index] = text.slice(end);
    });
  });
  return () => lines + unfinished.join('');
}
