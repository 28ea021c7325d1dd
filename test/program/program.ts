import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';

/** The program as it ships; whoever runs it has it built first. */
export const program = resolve(import.meta.dirname, '../../dist/fieldbridge.js');

/** `fieldbridge start` as a child process. */
export interface Running {
  readonly child: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Sends a signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the program and waits until it answers. */
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
    await new Promise(done => setTimeout(done, 10));
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

/** Whether somebody listens there, which costs less to find out than a request that fails. */
export function isListenedAt(port: number): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/** Each worker of a run has ports of its own: two tests at a time never choose the same one. */
const portsOfWorker = 2_800;
const firstPort = 10_081 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * portsOfWorker;

/**
 * A port that is free now, and stays so while a program is down: the system gives the ports above to whoever asks for
 * any port, and to every connection. Below are ports that `fetch` refuses to ask.
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

/** The folder of mappings that a test's config names. */
export function mappingsOf(folder: string): string {
  return join(folder, 'mappings');
}

/** What comes of several streams, by lines: none stands within a line of another stream. */
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
