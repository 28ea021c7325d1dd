import type { ExpressionFailed } from '../expression.ts';
import type { TakeNotice } from '../notice.ts';
import {
  type Evaluated,
  type EvaluationTask,
  type EvaluationThread,
  startEvaluationThread,
} from './evaluation-thread.ts';

/** An expression that computed for this time, in milliseconds, does not run before the others again. */
const dearMs = 50;
const mostDear = 1_000;

/** Too many evaluations wait. What was to be evaluated is as it was, and can be tried again. */
export class EvaluationsBusy extends Error {
  override readonly name = 'EvaluationsBusy';
}

/** Evaluations that are done one after another, in a thread that is started when first needed. */
interface Lane {
  readonly waiting: (() => void)[];
  /** The maximum number of waiting evaluations; a further one must be retried later. */
  readonly mostWaiting: number;
  /** Its thread ends after this time without work, which gives its memory back. Milliseconds. */
  readonly idleMs: number;
  busy: boolean;
  thread: EvaluationThread | undefined;
  idle?: NodeJS.Timeout;
}

const usual: Lane = { waiting: [], mostWaiting: 1_000, idleMs: 60_000, busy: false, thread: undefined };
/** For expressions that were dear lately: only they wait for each other, and there is little use in many. */
const careful: Lane = { waiting: [], mostWaiting: 32, idleMs: 2_000, busy: false, thread: undefined };
const dear = new Set<string>();

/**
 * Evaluates an expression in a separate thread that can be ended, so that the calling thread always continues.
 * @throws ExpressionFailed if JSONata throws or a limit is exceeded
 * @throws EvaluationsBusy if too many evaluations wait
 */
export async function evaluateElsewhere(evaluation: EvaluationTask, take?: TakeNotice): Promise<unknown> {
  const result = await evaluateIn(dear.has(evaluation.source) ? careful : usual, evaluation);
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
    // Earlier expressions may have filled the thread: an expression is too large where a new thread cannot hold it.
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
  dear.delete(source);
  if (result.ms <= dearMs && !('failed' in result && isOfLimits(result.failed))) return;
  dear.add(source);
  const [oldest] = dear;
  if (dear.size > mostDear && oldest !== undefined) dear.delete(oldest);
}

function isOfLimits({ code }: ExpressionFailed): boolean {
  return code !== 'expression/failed';
}
