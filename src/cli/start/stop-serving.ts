import type { RunningBridge } from '../../deliver/create-bridge.ts';
import type { Time } from '../../deliver/time/time.ts';

/** `announced`: if somebody watches `/readyz`, the stop is first announced there. */
export type StopManner = 'announced' | 'at once';

/** The report of the stop in `/readyz`, and its readers. */
export interface Readiness {
  /** Somebody asks. */
  asked(): void;
  isDown(): boolean;
  /** From now on the answer is no. */
  fall(): void;
  /** True if somebody asks from time to time. */
  isWatched(): boolean;
}

/** A client with a longer interval does not count as a watcher. */
const watchedMs = 60_000;

/** Watches who asks whether the program is ready. */
export function watchReadiness({ monotonic }: Pick<Time, 'monotonic'>): Readiness {
  let askedAt = Number.NEGATIVE_INFINITY;
  let down = false;
  return {
    asked() {
      askedAt = monotonic();
    },
    isDown: () => down,
    fall() {
      down = true;
    },
    isWatched: () => monotonic() - askedAt < watchedMs,
  };
}

/** A server, as far as its end goes. */
interface Closable {
  close(): PromiseLike<unknown>;
  readonly server: { closeAllConnections(): void };
}

export interface Stopping {
  readonly servers: { readonly webhooks: Closable; readonly admin: Closable | undefined };
  readonly bridge: Pick<RunningBridge, 'stop'>;
  readonly readiness: Readiness;
  readonly time: Time;
}

/**
 * The time for which webhooks are still accepted after readiness ended: until then watchers have redirected senders.
 */
const pauseMs = 5_000;
/** A call in flight ends with its `limits.timeout` (30 s, where the config says nothing) at the latest. */
const drainMs = 50_000;
/** For a request that is only half here; its sender sends it again. */
const patienceMs = 5_000;

/**
 * Stops in good order: nothing more is claimed; `/readyz` says so, and webhooks are still taken while that gets about;
 * then no webhook's connection is taken any more, what was received whole is answered, and the calls in flight are waited
 * for. Where the admin has an address of its own, that is there until then.
 * `false`: a call in flight was not answered within 50 seconds.
 */
export async function stopServing(
  { servers: { webhooks, admin }, bridge, readiness, time }: Stopping,
  manner: StopManner,
): Promise<boolean> {
  const pause = manner === 'announced' && readiness.isWatched() ? pauseMs : 0;
  readiness.fall();
  const draining = bridge.stop(drainMs);
  if (pause > 0) await new Promise<void>(resolve => time.after(pause, resolve));
  const closing = webhooks.close();
  const drained = await draining;
  const closed = Promise.all([closing, admin?.close()]);
  const cancel = time.after(patienceMs, () => {
    for (const each of [webhooks, admin]) each?.server.closeAllConnections();
  });
  await closed;
  cancel();
  return drained;
}
