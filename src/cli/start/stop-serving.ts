import type { RunningBridge } from '../../deliver/create-bridge.ts';
import type { Time } from '../../deliver/time/time.ts';

/** `announced`: if somebody polls `/readyz`, it first reports the stop. */
export type StopManner = 'announced' | 'at once';

/** The state of readiness in `/readyz`, and the clients that poll it. */
export interface Readiness {
  /** Records a request. */
  asked(): void;
  isDown(): boolean;
  /** From now on the bridge is not ready. */
  fall(): void;
  /** True if somebody polls regularly. */
  isWatched(): boolean;
}

/** A client that polls less often does not count. */
const watchedMs = 60_000;

/** Records when `/readyz` is requested. */
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

/** The parts of a server that are needed to close it. */
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

/** The time for which webhooks are still accepted after readiness ended, so that senders can be redirected. */
const pauseMs = 5_000;
/** Calls in flight end earlier, with their `limits.timeout` (30 s by default). */
const drainMs = 50_000;
/** The time for a request that has arrived only in part; its sender sends it again. */
const patienceMs = 5_000;

/**
 * Stops in this order: no more calls are claimed, and `/readyz` reports the stop while webhooks are still accepted;
 * then no more connections are accepted, complete requests get their responses, and calls in flight are awaited. A
 * separate address of the admin is open until then. `false`: a call in flight had no response within 50 seconds.
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
