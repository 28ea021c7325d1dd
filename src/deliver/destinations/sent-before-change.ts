import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { CallChecking } from '../../check/call/call-checking.ts';
import { checkField } from '../../check/call/check-field.ts';
import type { DestinationConfig } from '../../config/config.ts';
import type { Operation } from '../../inbox/call.ts';
import type { CallView } from '../../inbox/event.ts';
import type { Store } from '../../inbox/store.ts';

/** Events whose delivered values fit an account as it was last known, and not as it is now. */
export interface SentBeforeChange {
  /** The keyNames. */
  readonly fields: readonly string[];
  /** The ids of the events, the newest first. */
  readonly events: readonly string[];
}

/** Events are found by their time of receipt; an event may wait for an hour before it is delivered. */
const waitMs = 60 * 60_000;
const mostLooked = 200;

/**
 * Finds the events that were delivered after the previous read of an account, with a value that the account no longer
 * accepts: it may have changed before the call, and the API accepts values of choices and fields that are gone.
 */
export async function sentBeforeChange(
  before: CatalogSnapshot,
  after: CatalogSnapshot,
  { name, validators }: Pick<DestinationConfig, 'name' | 'validators'>,
  store: Pick<Store, 'events' | 'event'>,
): Promise<SentBeforeChange> {
  const filter = { destination: name, status: 'delivered', since: before.fetchedAt - waitMs } as const;
  const { events } = await store.events({ ...filter, limit: mostLooked });
  const policy = { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 0, ignoreOlder: false } as const;
  const checking = { destination: name, policy, validators, now: after.fetchedAt };
  const fields = new Set<string>();
  const found: string[] = [];
  for (const { id } of events) {
    const calls = (await store.event(id))?.calls ?? [];
    const stale = calls
      .filter(call => call.destination === name && isSince(call, before.fetchedAt))
      .flatMap(call => staleFields(call, { ...checking, catalog: before }, { ...checking, catalog: after }));
    if (stale.length > 0) found.push(id);
    for (const key of stale) fields.add(key);
  }
  return { fields: [...fields].sort(), events: found };
}

function isSince({ status, attempts }: CallView, at: number): boolean {
  const last = attempts.at(-1);
  return status === 'delivered' && last !== undefined && Date.parse(last.at) >= at;
}

function staleFields(
  { request, operation }: CallView,
  before: CallChecking,
  after: CallChecking,
): readonly string[] {
  const sent = Object.entries(request?.additionalFields ?? {});
  return sent.flatMap(([key, text]) => {
    const fits = (checking: CallChecking) => {
      const change = text === '' ? ({ clear: true } as const) : { set: { text, origin: 'data' } as const };
      const { findings } = checkField({ key, change }, operation as Operation, checking);
      return findings.every(({ weight }) => weight === 'note');
    };
    return fits(before) && !fits(after) ? [key] : [];
  });
}
