import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadingDefaults } from '../conversions.ts';
import { ExpressionFailed } from '../expression.ts';
import { type Allowance, limits, tooLarge, tooSlow } from '../meter.ts';
import type { Notice } from '../notice.ts';
import type { Began, EvaluationRequest, ThreadReply } from './message.ts';
import { sentValues } from './sent-values.ts';

/** The result of an evaluation, and how long it computed, in milliseconds. */
export type Evaluated = (
  | { readonly value: unknown; readonly noticed: readonly Notice[] }
  | { readonly failed: ExpressionFailed }
) & {
  readonly ms: number;
};

/** One expression and its data: the root, and variables without the dollar sign. */
export interface EvaluationTask {
  readonly source: string;
  readonly allowance: Allowance;
  readonly reading?: ReadingDefaults;
  readonly input: unknown;
  readonly bindings: readonly (readonly [name: string, value: unknown])[];
}

/** A thread that evaluates expressions, one after another. */
export interface EvaluationThread {
  /** Undefined while the thread runs. Resolves when its memory is free again, or soon after. */
  readonly ended: Promise<unknown> | undefined;
  /** Ends the thread. Call it only when nothing runs. */
  end(): void;
  /**
   * Evaluates an expression, after the previous one is done. It may end the thread if it exceeds a limit.
   * @throws ExpressionFailed if a value is nested too deeply to be sent
   */
  evaluate(evaluation: EvaluationTask): Promise<Evaluated>;
}

/** Memory in MiB: room for some large payloads and for the values that an expression makes of them. */
const resourceLimits = { maxOldGenerationSizeMb: 28, maxYoungGenerationSizeMb: 4 };
const lookEveryMs = 50;
/**
 * An evaluation usually ends itself when it exceeds a limit. After this number of checks the thread is ended.
 */
const looksBefore = 3;
/**
 * The computing time at which the thread is ended: the evaluation used its time and did not end by itself.
 * One step, such as a pattern over a long text, may take more than the rest.
 */
const endAfterMs = 4 * limits.timeMs;
/**
 * If a thread does not report its computing time for this long, one long step is running, or the machine does
 * not run the thread. Then the computing time of all threads but the main one counts as its own.
 */
const sayWithinMs = 200;
const goneWithinMs = 500;
/** The maximum number of checks on any machine: fifteen seconds. */
const mostLooks = 300;

/** The program of the thread: a file beside this one, TypeScript in the sources and JavaScript in the package. */
const program = new URL(`./thread-program${extname(import.meta.filename)}`, import.meta.url);

/** Starts a thread. It keeps the process alive only while it evaluates. */
export function startEvaluationThread(): EvaluationThread {
  const began: Began = new Float64Array(new SharedArrayBuffer(8));
  const worker = startWorker(began);
  const sent = sentValues();
  let running: PromiseWithResolvers<Evaluated> | undefined;
  let looks = 0;
  let besideBefore = 0;
  let isWatched = false;
  let ended: Promise<unknown> | undefined;
  const exit = new Promise(resolve => worker.once('exit', resolve));

  worker.on('message', (reply: ThreadReply) => running?.resolve(evaluated(reply)));
  worker.on('error', (error: unknown) => {
    ended ??= exit;
    if (isOutOfMemory(error)) running?.resolve({ failed: tooLarge(), ms: limits.timeMs });
    // The message may contain a value of the payload.
    else running?.reject(new Error('the thread of the expressions failed'));
  });
  worker.on('exit', () => {
    ended ??= exit;
    running?.reject(new Error('the thread of the expressions ended'));
  });

  /** Checks the running evaluation until nothing runs, and ends the thread if it takes too long. */
  async function watch(): Promise<void> {
    isWatched = true;
    while (running && !ended) {
      await after(lookEveryMs);
      const looked = running;
      looks += 1;
      const ms = looked && looks >= looksBefore ? await computedMs() : 0;
      if (running !== looked || !looked || ended) continue;
      if (ms <= endAfterMs && looks <= mostLooks) continue;
      // An uninterruptible step may delay the end; the next thread does not wait for it.
      ended = Promise.race([worker.terminate(), after(goneWithinMs)]);
      looked.resolve({ failed: tooSlow(), ms: limits.timeMs });
    }
    isWatched = false;
  }

  /** Returns the time that the thread has computed for the current evaluation, in milliseconds. */
  async function computedMs(): Promise<number> {
    const start = began[0] ?? 0;
    if (start === 0) return 0;
    const said = worker.cpuUsage().then(
      ({ user, system }) => (user + system - start) / 1000,
      // The thread has just ended, which is reported elsewhere.
      () => 0,
    );
    return Promise.race([said, after(sayWithinMs).then(() => computedBesideMs() - besideBefore)]);
  }

  return {
    get ended() {
      return ended;
    },
    end() {
      ended ??= worker.terminate();
    },
    async evaluate({ source, allowance, reading, input, bindings }) {
      const request: EvaluationRequest = {
        source,
        allowance,
        ...(reading && { reading }),
        ...sent.send(input, bindings),
      };
      running = Promise.withResolvers();
      looks = 0;
      besideBefore = computedBesideMs();
      worker.ref();
      worker.postMessage(request);
      if (!isWatched) void watch();
      try {
        return await running.promise;
      } finally {
        running = undefined;
        worker.unref();
      }
    },
  };
}

function startWorker(began: Began): Worker {
  const worker = new Worker(program, {
    name: 'expressions',
    workerData: began,
    env: {},
    execArgv: [],
    resourceLimits,
  });
  worker.unref();
  return worker;
}

function evaluated(reply: ThreadReply): Evaluated {
  return reply.kind === 'value'
    ? reply
    : { failed: new ExpressionFailed(reply.code, reply.message, reply.hint), ms: reply.ms };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Returns the time that all threads of this process except the main one have computed, in milliseconds. */
function computedBesideMs(): number {
  const all = process.cpuUsage();
  const main = process.threadCpuUsage();
  return (all.user + all.system - main.user - main.system) / 1000;
}

function after(ms: number): Promise<undefined> {
  return new Promise(resolve => setTimeout(resolve, ms, undefined).unref());
}
