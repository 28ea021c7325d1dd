import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import type { Answer, Command, Greeting } from './control.ts';
import type { Fault } from './fault.ts';
import { type RecordedCall, readRecord } from './recorded-call.ts';
import type { RecordOptions } from './recorder.ts';
import { wakeSignal } from './wake-signal.ts';

/** The script of the tracer, which Node runs. */
export const tracer = join(import.meta.dirname, 'trace.ts');

/** Keeps the compiled code of the tracer: its first start takes three times as long. */
export const compiledOnce = { NODE_COMPILE_CACHE: join(tmpdir(), 'fieldbridge-compile-cache') };

/** The options of a trace. */
export interface TraceOptions {
  readonly record?: RecordOptions;
  /** Faults that are active from the start. */
  readonly faults?: readonly Fault[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** An active fault. */
export interface Injected {
  /** The number of calls that it has hit so far. */
  hits(): Promise<number>;
  /** Deactivates it; returns the number of calls that it has hit. */
  lift(): Promise<number>;
}

/** A program that runs under the tracer. */
export interface Traced {
  /** The tracer. It has the streams of the program, ends together with it, and takes it along. */
  readonly child: ChildProcess;
  /** The program itself, for signals. */
  readonly pid: number;
  /** Activates a fault while the program runs. A program stopped by SIGSTOP is affected once it continues. */
  inject(fault: Fault): Promise<Injected>;
  /** The calls recorded so far. */
  record(): Promise<readonly RecordedCall[]>;
  /** Sends the program a signal if it still runs, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts a program under the tracer, with an empty standard input. Call `whyNotTraced` first, which returns whether
 * this system permits it.
 * @throws if it cannot be traced
 */
export async function startTraced(
  command: string,
  args: readonly string[],
  options: TraceOptions = {},
): Promise<Traced> {
  const given = [
    ...(options.record ? ['--record', JSON.stringify(options.record)] : []),
    ...(options.faults ?? []).flatMap(fault => ['--fault', JSON.stringify(fault)]),
  ];
  const child = spawn(process.execPath, [tracer, ...given, '--control', '3', '--', command, ...args], {
    env: { ...compiledOnce, ...(options.env ?? process.env) },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<{ status: number | null; signal: NodeJS.Signals | null }>(resolve =>
    child.once('exit', (status, signal) => resolve({ status, signal })),
  );
  const lines = readLines(child.stdio[3] as Duplex);
  const greeting = (await lines.next()) as Greeting | undefined;
  if (!greeting || 'refused' in greeting) {
    throw new Error(`${command} cannot be traced (${greeting?.refused ?? 'the tracer ended'})`);
  }
  const { pid } = greeting;
  const ask = inTurn(async (question: Command): Promise<Answer> => {
    (child.stdio[3] as Duplex).write(`${JSON.stringify(question)}\n`);
    signalTo(pid, wakeSignal);
    const answer = await lines.next();
    if (!answer) throw new Error('the traced program has ended');
    return answer as Answer;
  });
  return {
    child,
    pid,
    async inject(fault) {
      const { fault: number = 0 } = await ask({ inject: fault });
      return {
        hits: async () => (await ask({ hits: number })).hits ?? 0,
        lift: async () => (await ask({ lift: number })).hits ?? 0,
      };
    },
    async record() {
      if (!options.record) return [];
      if (child.exitCode === null && child.signalCode === null) await ask({ flush: true });
      return readRecord(options.record.file);
    },
    async end(signal = 'SIGTERM') {
      signalTo(pid, signal);
      return ended;
    },
  };
}

/** The incoming lines as JSON; undefined after the last one. */
function readLines(stream: Duplex): { next(): Promise<unknown> } {
  stream.on('error', () => {
    // If the program and its tracer end, the lines end too.
  });
  const iterator = createInterface({ input: stream })[Symbol.asyncIterator]();
  return {
    async next() {
      const { value, done } = await iterator.next();
      return done ? undefined : JSON.parse(value);
    },
  };
}

/** Makes each call wait for the result of the previous one. */
function inTurn<Given, Result>(work: (given: Given) => Promise<Result>): (given: Given) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return given => {
    const result = last.then(() => work(given));
    last = result.catch(() => undefined);
    return result;
  };
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
