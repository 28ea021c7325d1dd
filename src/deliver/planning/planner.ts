import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { EvaluationsBusy } from '../../expressions/thread/evaluate-elsewhere.ts';
import { endsUntilFailure, isPlannedLast } from '../../inbox/decide/crash-counts.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import type { EventPlan } from '../../inbox/plan.ts';
import { NotOwner, StoreUnavailable } from '../../inbox/store.ts';
import type { WorkStore } from '../../inbox/work-store.ts';
import { splitStoredWebhook } from '../../receive/events/split-stored-webhook.ts';
import { planTraced } from '../../traces/spans.ts';
import { traceFields } from '../../traces/trace-context.ts';
import type { Traces } from '../../traces/traces.ts';
import { type CostlyMappings, createCostlyMappings } from '../mappings/costly-mappings.ts';
import type { MappingHolds } from '../mappings/mapping-holds.ts';
import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import { giveWay, pauseTimesOfLists } from './give-way.ts';
import { type Planned, type PlanningContext, planEvent } from './plan-event.ts';
import { withoutSuperseded } from './replay-effects.ts';

/** Plans accepted events, a batch at a time. */
export interface Planner {
  /**
   * Plans until no event waits, its turn is over or the bridge stops; returns the number of planned events. Turns end
   * because other work must get its share even if events never stop arriving.
   */
  planTurn(): Promise<number>;
  /** True if its last turn ended while events were still waiting. */
  isUnfinished(): boolean;
  /** Returns the milliseconds until an event that must wait may be planned; undefined if none must. */
  nextInMs(): number | undefined;
  /** True if the backlog is so long that new events must wait for their turn. */
  isBehind(): boolean;
}

export interface PlannerOptions {
  readonly store: Pick<WorkStore, 'plannable' | 'planningNow' | 'plan' | 'splitAgain' | 'deliveredSince'>;
  readonly holds: Pick<MappingHolds, 'hold' | 'forgetReleased'>;
  /** Returns the current parts for planning. */
  readonly planning: () => PlanningContext;
  readonly time: Pick<Time, 'monotonic' | 'now' | 'after'>;
  /** Returns the number of webhooks accepted so far: planning yields while they arrive fast. */
  readonly acceptedSoFar: () => number;
  /** Called after each batch, in parallel to the next one: planned calls must not wait for unplanned events. */
  readonly between: () => Promise<void>;
  readonly isStopping: () => boolean;
  /** Called when an event changed. */
  readonly changed: (eventId: string) => void;
  readonly report: (report: Report) => void;
  /** Where spans are recorded; by default nowhere. */
  readonly traces?: Traces | undefined;
}

/** A batch of this size shows a backlog: more events have arrived than usual. */
const backlog = 128;
/**
 * An event that may end the process is planned only after the process has run for this time: kills are most frequent
 * after a start, and loading the parts of the program makes the first plans slow.
 */
const settledMs = 5_000;
/** A batch is stored after this time even if it is incomplete, so that costly events do not delay the others. */
const longBatchMs = 250;
/** After this time, planning lets everything else in the event loop run once. */
const yieldEveryMs = 20;
/** After this time in a turn, no other batch is begun. */
const turnMs = 250;
/**
 * If webhooks arrive faster than this during a batch, their senders wait for the disk. Planning then pauses for this
 * multiple of the batch's duration. Accepted events are safe and can wait; a sender without a timely response may not
 * retry.
 */
const crowdPerMs = 2;
const giveWayTimes = 1;

/** Makes a planner; it does nothing before `planTurn`. */
export function createPlanner(options: PlannerOptions): Planner {
  const { store, holds, time } = options;
  /** The maximum number of events in a read for planning: the limit of the store, or less while events are costly. */
  let mostAtOnce = Number.POSITIVE_INFINITY;
  /** The size of the last batch, and whether it contains rows of lists: rows are less urgent than live events. */
  let batch = { count: 0, isOfLists: false };
  let isUnfinished = false;
  const start = createStart(time);
  const costly = createCostlyMappings(time);

  async function planTurn(): Promise<number> {
    const turnStarted = time.monotonic();
    isUnfinished = false;
    let planned = 0;
    let between: Promise<void> | undefined;
    for (;;) {
      const started = time.monotonic();
      const before = options.acceptedSoFar();
      const count = await inParallel(plan(between), between);
      planned += count;
      if (count === 0 || options.isStopping()) return planned;
      const tookMs = time.monotonic() - started;
      between = options.between();
      // It is awaited after the next batch or at the end of the turn, which rethrows its error.
      between.catch(() => {});
      await giveWay(tookMs, pauseTimes(batch, options.acceptedSoFar() - before, tookMs), time);
      if (time.monotonic() - turnStarted < turnMs) continue;
      isUnfinished = true;
      await between;
      return planned;
    }
  }

  /** Plans a batch. `between`: the work for the previous batch, which is still running. */
  async function plan(between: Promise<void> | undefined): Promise<number> {
    const events = await store.plannable(mostAtOnce);
    batch = { count: events.length, isOfLists: events[0]?.imported === true };
    if (start.mustWait(events) || events.length === 0) return 0;
    await untilAlone(events, between);
    // If a mapping has been released, a call planned as held would be planned again and again.
    await holds.forgetReleased();
    const planning = options.planning();
    const plans: EventPlan[] = [];
    const startedAt = time.monotonic();
    let yieldedAt = startedAt;
    let done = 0;
    for (const event of events) {
      const planned = await planAndHold(event, planning, costly, options);
      if (planned) plans.push(planned);
      done += 1;
      if (time.monotonic() - startedAt > longBatchMs || options.isStopping()) break;
      if (time.monotonic() - yieldedAt < yieldEveryMs) continue;
      await store.planningNow();
      await new Promise<void>(resolve => setImmediate(resolve));
      yieldedAt = time.monotonic();
    }
    await store.planningNow();
    await write(plans, options);
    mostAtOnce = done < events.length ? done : 2 * mostAtOnce;
    for (const { id } of events.slice(0, done)) options.changed(id);
    return done;
  }

  return {
    planTurn,
    isUnfinished: () => isUnfinished,
    nextInMs: start.leftMs,
    isBehind: () => batch.count >= backlog,
  };
}

/** Plans an event, and holds mappings that prove faulty or too costly; undefined if there is no plan yet. */
async function planAndHold(
  event: PlannableEvent,
  planning: PlanningContext,
  costly: CostlyMappings,
  options: PlannerOptions,
): Promise<EventPlan | undefined> {
  // During a stop, the supervisor may end the process, so the event is not to blame.
  if (!options.isStopping()) await options.store.planningNow(event);
  const planned = await planOne(event, planning, options).catch(error => unplanned(event, error, options));
  if (!planned) return undefined;
  const costlyOnes = planned.plan.calls.flatMap(call => costly.note(call) ?? []);
  for (const hold of [...planned.holds, ...costlyOnes]) await options.holds.hold(hold);
  return planned.plan;
}

async function planOne(
  event: PlannableEvent,
  planning: PlanningContext,
  { store, traces }: PlannerOptions,
): Promise<Planned | undefined> {
  if ((event.ended ?? 0) >= endsUntilFailure) return failed(event, endedTheProgram(event));
  if (!event.unsplit) {
    const planned = await planTraced(traces, event, () => planEvent(event, planning));
    return { ...planned, plan: await withoutSuperseded(planned.plan, event, planning, store) };
  }
  // The webhook could not be split on receipt; the events found now are planned later.
  await store.splitAgain(event, await splitStoredWebhook(planning.source(event.source), event));
  return undefined;
}

/** The time after the start of the process, in which an event that may end the process waits (`settledMs`). */
function createStart(time: Pick<Time, 'monotonic'>) {
  const settledAt = time.monotonic() + settledMs;
  let isWaiting = false;
  return {
    mustWait(events: readonly PlannableEvent[]): boolean {
      isWaiting = events.some(isPlannedLast) && time.monotonic() < settledAt;
      return isWaiting;
    },
    /** Returns the rest of that time in milliseconds; undefined if no event waits. */
    leftMs: () => (isWaiting ? settledAt - time.monotonic() : undefined),
  };
}

/** An event that may end the process is planned only once the work for the previous batch is done. */
async function untilAlone(
  events: readonly PlannableEvent[],
  between: Promise<void> | undefined,
): Promise<void> {
  if (events.some(isPlannedLast)) await between;
}

/** Returns the pause after a batch as a multiple of its duration; 0 if it delayed no webhook. */
function pauseTimes(
  { isOfLists }: { readonly isOfLists: boolean },
  accepted: number,
  tookMs: number,
): number {
  if (isOfLists) return pauseTimesOfLists;
  return accepted >= crowdPerMs * tookMs ? giveWayTimes : 0;
}

/** Waits for both, so that nothing is still running if one of them failed. */
async function inParallel<Result>(one: Promise<Result>, other: Promise<void> | undefined): Promise<Result> {
  const [first] = await Promise.allSettled([one, other]);
  await other;
  if (first.status === 'rejected') throw first.reason;
  return first.value;
}

/** If the store refuses a batch because of its contents, each event is stored alone, and the faulty one fails. */
async function write(plans: readonly EventPlan[], options: PlannerOptions): Promise<void> {
  try {
    await options.store.plan(plans);
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof NotOwner) throw error;
    const [first, ...others] = plans;
    if (!first) return;
    if (others.length > 0) for (const each of plans) await write([each], options);
    else await options.store.plan([unplanned(first.event, error, options).plan]);
  }
}

/** A fault of this program fails one event; the others are planned nevertheless. */
function unplanned(
  event: EventPlan['event'] & Pick<PlannableEvent, 'trace'>,
  error: unknown,
  { report }: PlannerOptions,
): Planned {
  if (error instanceof StoreUnavailable || error instanceof EvaluationsBusy) throw error;
  const details = { event: event.id, source: event.source, ...traceFields(event.trace) };
  report({ what: 'cannot plan an event', error, details });
  const reason = 'this program failed while it planned the event';
  const hint = 'please report this; the event can be replayed once the program is corrected';
  return failed(event, diagnostic('mapping/program-failed', reason, { hint }));
}

function failed(event: EventPlan['event'], why: Diagnostic): Planned {
  const outcome = { status: 'failed', reason: why.message, diagnostics: [why] } as const;
  return { plan: { event, calls: [], outcome }, holds: [], results: [] };
}

/** The event is set aside, so that the others continue. */
function endedTheProgram({ ended = 0 }: PlannableEvent): Diagnostic {
  const message = `the program ended ${ended} times while it planned this event, the last time while it planned nothing else`;
  const hint =
    'look in the log of your process supervisor for the cause (usually memory); replay the event when it is corrected';
  return diagnostic('mapping/ended-the-program', message, { hint });
}
