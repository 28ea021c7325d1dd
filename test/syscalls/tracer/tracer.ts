import { constants } from 'node:os';
import type { Control } from './control.ts';
import { lastError, spawn, type Waited, wait, waitForStop } from './libc.ts';
import { leaveStopped, resume, seize, syscallStop } from './ptrace.ts';
import type { Recorder } from './recorder.ts';
import { readStop, type Stop } from './stop.ts';
import { wakeSignal } from './wake-signal.ts';
import { type CallWatch, watchCalls } from './watch-calls.ts';

/** The end of a traced program. */
export type End = Extract<Stop, { kind: 'exited' | 'killed' }>;

/**
 * Runs a program, with all its threads and processes, until it ends; records its calls and applies faults. Blocks
 * without an event loop, so it needs a process of its own.
 * @throws if the program cannot be started or traced
 */
export function trace(command: readonly string[], recorder: Recorder, control: Control): End {
  // The shell stops itself before it runs the program, so that everything is traced.
  const main = spawn(['sh', '-c', 'kill -STOP $$; exec "$@"', 'sh', ...command]);
  waitForStop(main);
  if (!seize(main)) {
    const refused = lastError();
    process.kill(main, 'SIGKILL');
    control.greet({ refused });
    throw new Error(`the system does not permit to trace (${refused})`);
  }
  control.greet({ pid: main });
  process.kill(main, 'SIGCONT');
  return follow(main, control, watchCalls(recorder, control));
}

function follow(main: number, control: Control, calls: CallWatch): End {
  /** The time until which a thread is delayed, in milliseconds. */
  const delayed = new Map<number, number>();
  for (let stops = 0; ; ) {
    const waited = wait(delayed.size > 0 ? 'now' : 'until one comes');
    resumeDue(delayed);
    if (!waited) {
      control.look();
      pause();
      continue;
    }
    stops += 1;
    const stop = readStop(waited.status);
    if (stop.kind === 'exited' || stop.kind === 'killed') {
      calls.gone(waited.thread);
      delayed.delete(waited.thread);
      if (waited.thread === main) return stop;
    } else if (stop.kind === 'syscall') {
      const delayMs = calls.at(waited.thread, stops, syscallStop(waited.thread));
      if (delayMs > 0) delayed.set(waited.thread, performance.now() + delayMs);
      else resume(waited.thread);
    } else goOn(waited, stop, control);
  }
}

/** Continues a thread that stopped for another reason than a call. */
function goOn({ thread }: Waited, stop: Stop, control: Control): void {
  if (stop.kind === 'stopped') leaveStopped(thread);
  else if (stop.kind !== 'signal') resume(thread);
  else if (stop.signal !== constants.signals[wakeSignal]) resume(thread, stop.signal);
  else {
    control.look();
    resume(thread);
  }
}

function resumeDue(delayed: Map<number, number>): void {
  const now = performance.now();
  for (const [thread, until] of delayed) {
    if (now < until) continue;
    delayed.delete(thread);
    resume(thread);
  }
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps for a millisecond. */
function pause(): void {
  Atomics.wait(nothing, 0, 0, 1);
}
