import type { ExpressionFailed } from '../expression.ts';
import type { TakeNotice } from '../notice.ts';
import {
  type Evaluated,
  type EvaluationTask,
  type EvaluationThread,
  startEvaluationThread,
} from './evaluation-thread.ts';

/** An expression that computes longer than this, in milliseconds, next runs in the slow lane. */
const slowMs = 50;
const mostSlow = 1_000;

/** Too many evaluations wait. Nothing was changed, so the caller can retry. */
export class EvaluationsBusy extends Error {
  override readonly name = 'EvaluationsBusy';
}

/** A queue of evaluations that run one after another, in a thread that is started when first needed. */
interface Lane {
  readonly waiting: (() => void)[];
  /** The maximum number of waiting evaluations. Further ones must be retried later. */
  readonly mostWaiting: number;
  /** The thread ends after this time without work, to free its memory. Milliseconds. */
  readonly idleMs: number;
  busy: boolean;
  thread: EvaluationThread | undefined;
  idle?: NodeJS.Timeout;
}

const usualLane: Lane = { waiting: [], mostWaiting: 1_000, idleMs: 60_000, busy: false, thread: undefined };
/** The queue of expressions that were slow lately. Only these wait for each other, so few may wait. */
const slowLane: Lane = { waiting: [], mostWaiting: 32, idleMs: 2_000, busy: false, thread: undefined };
const slow = new Set<string>();

/**
 * Evaluates an expression in a separate thread that can be ended, so that the calling thread always continues.
 * @throws ExpressionFailed if JSONata throws or a limit is exceeded
 * @throws EvaluationsBusy if too many evaluations wait
 */
export async function evaluateElsewhere(evaluation: EvaluationTask, take?: TakeNotice): Promise<unknown> {
  const result = await evaluateIn(slow.has(evaluation.source) ? slowLane : usualLane, evaluation);
  remember(evaluation.source, result);
  if ('failed' in result) throw result.failed;
  if (take) for (const each of result.noticed) take(each);
  return result.value;
}

async function evaluateIn(lane: Lane, evaluation: EvaluationTask): Promise<Evaluated> {
  if (lane.busy) {
    if (lane.waiting.length >= lane.mostWaiting)
      throw new EvaluationsBusy('too many expressions wait to be evaluated');
    await new Promise<void>(resolve => lane.waiting.push(resolve));
  }
  lane.busy = true;
  clearTimeout(lane.idle);
  try {
    await lane.thread?.ended;
    const isFresh = !lane.thread || lane.thread.ended !== undefined;
    const result = await threadOf(lane).evaluate(evaluation);
    // Earlier expressions may have filled the thread, so the evaluation is retried in a new one.
    if (isFresh || !lane.thread?.ended || !isTooLarge(result)) return result;
    await lane.thread.ended;
    return await threadOf(lane).evaluate(evaluation);
  } finally {
    const next = lane.waiting.shift();
    if (next) next();
    else rest(lane);
  }
}

function threadOf(lane: Lane): EvaluationThread {
  if (!lane.thread || lane.thread.ended) lane.thread = startEvaluationThread();
  return lane.thread;
}

function isTooLarge(result: Evaluated): boolean {
  return 'failed' in result && result.failed.code === 'expression/too-large';
}

function rest(lane: Lane): void {
  lane.busy = false;
  lane.idle = setTimeout(() => {
    lane.thread?.end();
    lane.thread = undefined;
  }, lane.idleMs).unref();
}

function remember(source: string, result: Evaluated): void {
  slow.delete(source);
  if (result.ms <= slowMs && !('failed' in result && isOfLimits(result.failed))) return;
  slow.add(source);
  const [oldest] = slow;
  if (slow.size > mostSlow && oldest !== undefined) slow.delete(oldest);
}

function isOfLimits({ code }: ExpressionFailed): boolean {
  return code !== 'expression/failed';
}
