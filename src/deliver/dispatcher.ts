import type { Claim, Progress } from '../inbox/claim.ts';
import type { Decided } from '../inbox/decide/settle.ts';
import { StoreUnavailable } from '../inbox/store.ts';
import type { WorkStore } from '../inbox/work-store.ts';
import type { Traces } from '../traces/traces.ts';
import { type Delivered, deliverCall } from './deliver-call.ts';
import type { Destination } from './destinations/destination.ts';
import { createDirectLine, type PromisedPlace } from './direct-line.ts';
import { claimFields, logProgress } from './event-log.ts';
import type { MappingHolds } from './mappings/mapping-holds.ts';
import { type CallPlace, createPlaces } from './places.ts';
import type { Report } from './report.ts';
import { createResultWriter, type ResultWriter } from './result-writer.ts';
import type { Time } from './time/time.ts';

/** Claims due calls at destinations, and delivers them. */
export interface Dispatcher {
  /** Claims as many calls as a destination has capacity for; the calls run in the background. Returns their number. */
  dispatch(destination: Destination): Promise<number>;
  /**
   * Does the same in the next turn, for all calls that arrive until then. `false` if nothing may be sent now, and the
   * end of a call will not change that.
   */
  dispatchSoon(destination: Destination): boolean;
  /** Reserves a slot for a call of an event that is not stored yet; undefined if the call must wait for others. */
  promise(destination: Destination): PromisedPlace | undefined;
  /** Returns the number of calls that may start at a destination now, considering its other calls. */
  room(destination: Destination): number;
  /** True if nothing may be sent until calls in flight have ended. The end of each call wakes the worker. */
  isKeptBack(): boolean;
  /** True if no call is in flight or being claimed. */
  isIdle(): boolean;
  /** Resolves when the calls that are in flight now have ended. */
  drain(): Promise<void>;
  /** Returns the number of call results that wait to be stored; nothing more is sent while there are any. */
  unwritten(): number;
}

export interface DispatcherOptions {
  readonly store: WorkStore;
  readonly holds: Pick<MappingHolds, 'hold' | 'held'>;
  readonly time: Time;
  readonly random: () => number;
  /** Returns true to stop claiming. */
  readonly mustWait: () => boolean;
  /** True if the worker runs automatically: then a free slot is filled at once. */
  readonly isRunning: () => boolean;
  /** Called when a call ended and the worker should look for work. */
  readonly wake: () => void;
  /** Called when an event changed. */
  readonly changed: (eventId: string) => void;
  readonly report: (report: Report) => void;
  /** Where spans are recorded; by default nowhere. */
  readonly traces?: Traces | undefined;
}

const storeRetryMs = 1_000;
/** Calls that have waited longer than this go before those of events that are being stored. */
const longMs = 250;

/** Makes a dispatcher; it does nothing before `dispatch`. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, time, report } = options;
  const results = createResultWriter(options);
  const places = createPlaces();
  const inFlight = new Set<Promise<void>>();
  let claiming = 0;
  const line = createDirectLine({ places, isKeptBack, launch, release: claims => release(claims, options) });

  function isKeptBack(): boolean {
    return results.keepsBack() || options.mustWait();
  }

  /** Callers during a claim share the next claim, because a claim reads the free slots when it begins. */
  const claimNext = oneAfterAnother(claimDue);

  async function claimDue(destination: Destination): Promise<number> {
    if (isKeptBack() || places.room(destination) <= 0) return line.fill(destination);
    const limit = line.left(destination);
    const { name, limits } = destination.config;
    claiming += 1;
    const request = { destination: name, now: time.now(), limit, callMs: limits.timeoutMs };
    const claims = await store.claim(request).finally(() => {
      claiming -= 1;
    });
    for (const claim of claims) launch(claim, destination);
    const isBehind = claims.length >= limit && claims.some(claim => waitsForLong(claim, time.now()));
    return claims.length + line.fill(destination, isBehind);
  }

  // The next round of the worker meets the same error, and reports it.
  const claimSoon = oncePerTurn((destination: Destination) => claimNext(destination).catch(options.wake));

  function launch(claim: Claim, destination: Destination): void {
    const place = places.take(destination);
    const delivery = deliver(claim, destination, place)
      .catch((error): CallStatus => {
        report({ what: 'cannot store the result of a call', error, details: claimFields(claim) });
        return undefined;
      })
      .then(status => {
        place.leave();
        inFlight.delete(delivery);
        if (!options.isRunning()) return;
        const goesOn = dispatchSoon(destination);
        // After a delivered call nothing needs a round while other calls are in flight. Rounds are for later due
        // times, and for when all is idle.
        if (status !== 'delivered' || !goesOn || inFlight.size === 0) options.wake();
      });
    inFlight.add(delivery);
  }

  /** Fills a free slot, also while the worker's round is busy planning many webhooks. */
  function dispatchSoon(destination: Destination): boolean {
    if (isKeptBack()) return false;
    // The next call that ends starts another claim.
    if (places.room(destination) <= 0) return places.isFull(destination);
    claimSoon(destination);
    return true;
  }

  /**
   * Attempts a call, then stores the result for its mapping, its destination and itself. Returns its status. Its slot
   * is free after the response is interpreted, so another call is sent while this result is stored.
   */
  async function deliver(claim: Claim, destination: Destination, place: CallPlace): Promise<CallStatus> {
    const delivered = await attempt(claim, destination, options);
    if (!delivered) return undefined;
    await holdMapping(delivered, options, results);
    if (delivered.outcome) await noteOutcome(delivered.outcome, claim, destination);
    place.free();
    if (options.isRunning()) dispatchSoon(destination);
    const isWritten = await settle(claim, delivered, store, results);
    if (isWritten) noteWritten(claim, delivered, destination, options);
    options.changed(claim.eventId);
    return delivered.progress.status;
  }

  return {
    dispatch: claimNext,
    dispatchSoon,
    isKeptBack,
    promise: line.promise,
    isIdle: () => inFlight.size === 0 && claiming === 0 && line.isEmpty(),
    drain: async () => void (await Promise.all(inFlight)),
    room: places.room,
    unwritten: results.waiting,
  };
}

/** Returned claims are planned by a later round. */
function release(claims: readonly Claim[], { store, report, wake }: DispatcherOptions): void {
  Promise.all(claims.map(claim => store.release(claim)))
    .catch(error => report({ what: 'cannot process a call', error }))
    .finally(wake);
}

/** True if the call shows a backlog: not a retry, which waits anyway, and no imported row, which comes last. */
function waitsForLong({ tries, receivedAt, imported }: Claim, now: number): boolean {
  return tries === 0 && !imported && now - receivedAt > longMs;
}

/** Runs the work for each key sequentially: callers during a run share the next run. */
function oneAfterAnother<Key, Result>(work: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const running = new Map<Key, Promise<Result>>();
  const next = new Map<Key, Promise<Result>>();

  function run(key: Key): Promise<Result> {
    const result = work(key).finally(() => running.delete(key));
    running.set(key, result);
    return result;
  }

  return key => {
    const shared = next.get(key);
    if (shared) return shared;
    const before = running.get(key);
    if (!before) return run(key);
    const following = before
      .catch(() => {})
      .then(() => {
        next.delete(key);
        return run(key);
      });
    next.set(key, following);
    return following;
  };
}

/** Runs work in the next turn of the event loop, once for all requests in this turn. */
function oncePerTurn<Key>(work: (key: Key) => void): (key: Key) => void {
  const asked = new Set<Key>();
  return key => {
    if (asked.has(key)) return;
    asked.add(key);
    setImmediate(() => {
      asked.delete(key);
      work(key);
    });
  };
}

/** The status of a call after its attempt; undefined if it was given back. */
type CallStatus = Progress['status'] | undefined;

async function noteOutcome(outcome: Decided, { lane }: Claim, { figures, note }: Destination): Promise<void> {
  figures.attempts[outcome.kind].value += 1;
  await note(outcome, lane);
}

function noteWritten(
  claim: Claim,
  delivered: Delivered,
  { figures }: Destination,
  { time, report }: DispatcherOptions,
): void {
  if (delivered.progress.status === 'delivered' && !claim.imported)
    figures.endToEnd.observe(Math.max(0, time.now() - claim.receivedAt) / 1000);
  logProgress(claim, delivered, report);
}

/** Attempts a call. A call that cannot be processed now is given back after a while; the result is then undefined. */
async function attempt(
  claim: Claim,
  destination: Destination,
  { store, holds: { held }, time, random, report, traces }: DispatcherOptions,
): Promise<Delivered | undefined> {
  try {
    return await deliverCall(claim, destination, { store, time, random, held, report, traces });
  } catch (error) {
    if (!(error instanceof StoreUnavailable))
      report({ what: 'cannot process a call', error, details: claimFields(claim) });
    await new Promise<void>(resolve => time.after(storeRetryMs, resolve));
    await store.release(claim);
    return undefined;
  }
}

async function holdMapping(
  { progress }: Delivered,
  { holds }: DispatcherOptions,
  results: ResultWriter,
): Promise<void> {
  const hold = progress.status === 'held' ? progress.hold : undefined;
  if (hold) await results.write(() => holds.hold(hold));
}

/** Stores a result; returns false if it did not count because another process owned the claim by then. */
async function settle(
  claim: Claim,
  { progress, attempt: made }: Delivered,
  store: WorkStore,
  results: ResultWriter,
): Promise<boolean> {
  let isWritten = false;
  await results.write(async () => {
    isWritten = await store.settle(claim, progress, made);
  });
  return isWritten;
}
