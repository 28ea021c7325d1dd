import { attemptView } from '../booking/http/attempt-view.ts';
import { encode } from '../booking/http/encode.ts';
import { checkCall } from '../check/call/check-call.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Call } from '../inbox/call.ts';
import type { Claim, Progress } from '../inbox/claim.ts';
import { isoTime } from '../inbox/clock.ts';
import { discardedByPerson } from '../inbox/decide/operate.ts';
import { countedAgeMs, type Decided, settle, settleUnbegun, untouched } from '../inbox/decide/settle.ts';
import type { MappingHold } from '../inbox/mapping-hold.ts';
import type { AttemptRecord } from '../inbox/outcome.ts';
import type { WorkStore } from '../inbox/work-store.ts';
import { beginCallSpan, endCallSpan } from '../traces/spans.ts';
import type { TraceContext } from '../traces/trace-context.ts';
import type { Traces } from '../traces/traces.ts';
import { classifyReply } from './classify-reply.ts';
import type { Destination } from './destinations/destination.ts';
import { dropSuperseded, hasContent, newerValues } from './drop-superseded.ts';
import { allSuperseded } from './planning/replay-effects.ts';
import { replacedByBooking } from './replaced-by-booking.ts';
import type { Report } from './report.ts';
import { settleVerdict } from './settle-verdict.ts';
import type { Time } from './time/time.ts';

/** The dependencies of delivering a call. */
export interface Delivering {
  readonly store: WorkStore;
  readonly time: Time;
  readonly random: () => number;
  /** Returns the hold of a mapping according to the store, if it is held. */
  readonly held: (mapping: string) => Promise<MappingHold | undefined>;
  readonly report: (report: Report) => void;
  /** Where spans are recorded; by default nowhere. */
  readonly traces?: Traces | undefined;
}

/** The result for a claimed call. */
export interface Delivered {
  readonly progress: Progress;
  /** Null if nothing was sent. */
  readonly attempt: AttemptRecord | null;
  /** The meaning of the attempt for the destination; absent if nothing was sent. */
  readonly outcome?: Decided;
  /** The span of the attempt, if it is recorded. */
  readonly trace?: TraceContext;
}

/**
 * Processes one claimed call: it compares the time of its event, leaves out values that newer calls have set, runs
 * the checks, stores the intent, sends one request and interprets the reply. The caller stores the result.
 * @throws StoreUnavailable if the intent could not be stored; nothing was sent then
 */
export async function deliverCall(
  claim: Claim,
  destination: Destination,
  delivering: Delivering,
): Promise<Delivered> {
  const ready = await prepare(claim, destination, delivering);
  if ('progress' in ready) return ready;
  const { customerStatus } = ready.call;
  const tried = customerStatus ? destination.catalog.tryStatus(customerStatus.text) : () => undefined;
  if (tried === undefined)
    return unsent(
      untouched(
        'another call tries whether the account has this customer status by now',
        delivering.time.now() + 1000,
      ),
    );
  try {
    return await begin(claim, ready, destination, delivering);
  } finally {
    tried();
  }
}

async function begin(
  claim: Claim,
  ready: Ready,
  destination: Destination,
  delivering: Delivering,
): Promise<Delivered> {
  const beginning = await delivering.store.begin(claim, delivering.time.now());
  if (beginning.kind !== 'go') return unsent(settleUnbegun(beginning, delivering.time.now()));
  const earlierUnclear = beginning.earlierUnclear === true;
  return attempt(claim, { ...ready, earlierUnclear }, destination, delivering);
}

interface Ready {
  readonly call: Call;
  readonly diagnostics: readonly Diagnostic[];
}

async function prepare(
  claim: Claim,
  destination: Destination,
  delivering: Delivering,
): Promise<Ready | Delivered> {
  const now = delivering.time.now();
  if (claim.givenUp) return unsent(discardedByPerson);
  const held = await delivering.held(claim.mapping);
  if (held) return unsent({ status: 'held', reason: held.reason, diagnostics: held.diagnostics });
  const timely = await skipOlder(claim, delivering.store);
  if (timely.kind === 'older') return unsent(timely.progress);
  if (countedAgeMs(claim, now) > claim.policy.maxAgeMs) return unsent(tooOld());
  const newer = claim.outOfOrder && !claim.force ? await delivering.store.newerDelivered(claim) : [];
  const left = dropSuperseded(claim.call, newer);
  if (!hasContent(left.call)) {
    return unsent({ status: 'skipped', reason: allSuperseded, diagnostics: left.diagnostics });
  }
  const older = await olderValues(claim, left.call, delivering.store);
  const diagnostics = [...timely.diagnostics, ...left.diagnostics, ...older];
  return check(claim, { call: left.call, diagnostics }, destination, now);
}

function check(claim: Claim, ready: Ready, destination: Destination, now: number): Ready | Delivered {
  const catalog = destination.catalog.snapshot;
  if (catalog === null) return unsent(untouched('the live configuration is not known yet', now + 1000));
  const { config } = destination;
  const verdict = checkCall(ready.call, {
    catalog,
    destination: config.name,
    policy: claim.policy,
    validators: config.validators,
    now,
  });
  const diagnostics = [...ready.diagnostics, ...verdict.diagnostics];
  if (verdict.kind === 'send') return { call: verdict.call, diagnostics };
  const mapping = { name: claim.mapping, version: claim.mappingVersion };
  const checked = { mapping, destination: config.name, catalogVersion: catalog.version, now };
  return unsent({ ...settleVerdict(verdict, checked), diagnostics });
}

async function attempt(
  claim: Claim,
  ready: Ready & { readonly earlierUnclear: boolean },
  destination: Destination,
  delivering: Delivering,
): Promise<Delivered> {
  const { time, random } = delivering;
  const at = time.now();
  const started = time.monotonic();
  const span = beginCallSpan(delivering.traces, claim, destination.config);
  const reply = await destination.client.send(encode(ready.call));
  const ms = Math.round(time.monotonic() - started);
  const { outcome, catalogVersion } = await classifyReply(
    reply,
    { ...ready, at },
    claim,
    destination,
    delivering,
  );
  const settled = settle(outcome, {
    claim,
    call: ready.call,
    diagnostics: ready.diagnostics,
    catalogVersion,
    now: time.now(),
    random,
    retry: destination.config.retry,
  });
  const replaced = await replacedByBooking(claim, ready.call, settled, delivering.store);
  const progress =
    settled.status === 'delivered'
      ? { ...settled, diagnostics: [...settled.diagnostics, ...replaced] }
      : settled;
  const seen = attemptView(reply, [destination.token.proven.reveal(), destination.config.token.reveal()]);
  if (span) endCallSpan(span, outcome, seen);
  return {
    progress,
    attempt: { at, ms, outcome: `${outcome.kind} ${outcome.row}`, ...seen },
    outcome,
    ...(span && { trace: span.context }),
  };
}

function unsent(progress: Progress): Delivered {
  return { progress, attempt: null };
}

function tooOld(): Progress {
  const reason = 'the event is older than the mapping allows (maxAge)';
  const hint = 'replay the event if it should still be sent';
  return { status: 'failed', reason, diagnostics: [diagnostic('delivery/too-old', reason, { hint })] };
}

/** `older`: a later event was already applied; `progress` is the new state of the call. */
type Timely =
  | { readonly kind: 'go'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'older'; readonly progress: Progress };

/**
 * Decides directly before sending whether a call of a mapping with `ignoreOlder` is sent. It is skipped if the mapping
 * has delivered a later event for this person. Events of the same time are all sent, and so is an event without a known
 * time: a value that may be new is sent rather than lost. A replay with `force` sends everything.
 */
async function skipOlder(claim: Claim, store: WorkStore): Promise<Timely> {
  const { occurredAt, policy, force } = claim;
  if (!policy.ignoreOlder || force) return { kind: 'go', diagnostics: [] };
  if (occurredAt === undefined) return { kind: 'go', diagnostics: [withoutTime()] };
  const newest = await store.lastApplied(claim);
  return newest === undefined || occurredAt >= newest
    ? { kind: 'go', diagnostics: [] }
    : { kind: 'older', progress: older(occurredAt, newest) };
}

function older(occurredAt: number, newest: number): Progress {
  const reason = 'a newer event of this person was already applied';
  const message = `the event is from ${isoTime(occurredAt)}; a newer event of this person, from ${isoTime(newest)}, was already applied (ignoreOlder)`;
  const hint = 'nothing to do; to send it anyway, replay the event with force';
  return { status: 'skipped', reason, diagnostics: [diagnostic('call/older-event', message, { hint })] };
}

/**
 * Warns if an update for an older event replaces different values of an event that happened later, because the mapping
 * does not ignore older events.
 */
async function olderValues(claim: Claim, call: Call, store: WorkStore): Promise<readonly Diagnostic[]> {
  const { isOlder, occurredAt, force, policy } = claim;
  const isCompared = isOlder && occurredAt !== undefined && call.operation === 'updateCustomer';
  if (!isCompared || force || policy.ignoreOlder) return [];
  const later = await store.laterDelivered(claim);
  const calls = later.map(each => each.call);
  const replaced = newerValues(call, calls).filter(each => each.older !== each.newer);
  const last = later.at(-1);
  if (replaced.length === 0 || !last) return [];
  const paths = replaced.map(({ path }) => path).join(', ');
  const message = `the event is from ${isoTime(occurredAt)}; its values replace those of a newer event of this person, from ${isoTime(last.occurredAt)}: ${paths}`;
  const hint =
    'if each event has all values of the mapping, write ignoreOlder: true in it; then replay the newer event with --again';
  return [diagnostic('call/older-values', message, { hint })];
}

function withoutTime(): Diagnostic {
  const message =
    'the mapping ignores older events, but this event has no time, so it was sent without comparing times';
  const hint = 'check `occurredAt` of the source: it gave no time for this event';
  return diagnostic('call/no-event-time', message, { hint });
}
