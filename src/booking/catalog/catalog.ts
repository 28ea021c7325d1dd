import pRetry from 'p-retry';
import type { DestinationConfig } from '../../config/config.ts';
import type { Clock } from '../../inbox/clock.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { Client } from '../http/client.ts';
import { encodeCatalogRead } from '../http/encode.ts';
import { carryOver } from './carry-over.ts';
import { type CatalogState, restoreState, snapshotOf, withConfirmed, withListed } from './catalog-state.ts';
import type { CatalogSnapshot } from './field.ts';
import { furtherLanguages, withNames } from './field-names.ts';
import { type BadRead, readCatalogReply } from './read-catalog-reply.ts';

/** The result of a probe: the destination works (and whether its catalog changed), or the reason of the failure. */
export type Probe = { readonly good: true; readonly changed: boolean } | ({ readonly good: false } & BadRead);

/** The known configuration of one live destination. */
export interface Catalog {
  /** The latest snapshot, a new object after each change; null until the fields were read once. */
  readonly snapshot: CatalogSnapshot | null;
  /** Reads the fields once (API document 4.3). Callers during a read get its result. */
  probe(): Promise<Probe>;
  /**
   * Reads the fields because a response contradicted them, up to three times if the problem may pass. Requests within
   * ten seconds get the same result.
   */
  refresh(): Promise<Probe>;
  /**
   * Reads the display names in all languages of the API, one request for each. A language that cannot be read keeps
   * its known names. Use it rarely; the fields must have been read before.
   */
  learnNames(): Promise<void>;
  /** Stores all status names of the account, which the API lists when it refuses one (API document 7). */
  learnStatuses(names: readonly string[]): Promise<void>;
  /**
   * Claims the right to try a status name that is not in a list of the last ten minutes: one call at a time. Returns
   * the function that ends the try; undefined while another call tries it.
   */
  tryStatus(name: string): (() => void) | undefined;
  /** Records that the API accepted a status name. */
  confirmStatus(name: string): Promise<void>;
  /** Adopts the state that another process saved. An unreadable text counts as empty, and known data stay. */
  adopt(saved: string): void;
  /** Calls the listener with each new version; returns the function that unsubscribes it. */
  onChange(listener: (version: string) => void): () => void;
}

export interface CatalogOptions {
  readonly destination: Pick<DestinationConfig, 'locale' | 'statuses'>;
  readonly client: Pick<Client, 'send'>;
  readonly clock: Clock;
  /** The text of the last `save`, if any. An unreadable text counts as empty. */
  readonly restored: string | undefined;
  /** Saves the whole state as text. If the store is not available, the next read saves it. */
  readonly save: (snapshot: string) => Promise<void>;
}

const refreshEveryMs = 10_000;

/** Makes the catalog of a destination from the last saved text and the status names in the config. */
export function createCatalog({ destination, client, clock, restored, save }: CatalogOptions): Catalog {
  const known = createKnown(restoreState(restored, destination.statuses, clock.now()), clock);
  let reading: Promise<Probe> | undefined;
  let refreshed: { readonly at: number; readonly result: Promise<Probe> } | undefined;
  const tryStatus = createStatusTries(known.state);

  /** Replaces the state at once. Resolves after it is saved, with true if the version changed. */
  async function become(next: CatalogState): Promise<boolean> {
    const isOther = known.take(next);
    const snapshot = known.snapshot();
    if (snapshot === null) return false;
    const { version: _, ...contents } = snapshot;
    await save(JSON.stringify(contents)).catch(unlessUnavailable);
    return isOther;
  }

  async function read(): Promise<Probe> {
    const reply = await client.send(encodeCatalogRead(destination.locale));
    const result = readCatalogReply(reply, clock.now());
    if (!('fields' in result)) return { good: false, ...result };
    const fields = carryOver(known.state().fields ?? [], result.fields, destination.locale);
    return { good: true, changed: await become({ ...known.state(), fields, fetchedAt: clock.now() }) };
  }

  function probe(): Promise<Probe> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function learnNames(): Promise<void> {
    const readings = await Promise.all(
      furtherLanguages(destination.locale).map(language => readIn(language, client, clock)),
    );
    const { fields } = known.state();
    if (fields === null || readings.every(each => each.length === 0)) return;
    const own = destination.locale === undefined ? [] : [{ language: destination.locale, fields }];
    await become({
      ...known.state(),
      fields: withNames(fields, [...own, ...readings.flat()]),
      namesReadAt: clock.now(),
    });
  }

  return {
    get snapshot() {
      return known.snapshot();
    },
    probe,
    learnNames,
    refresh() {
      const now = clock.now();
      if (refreshed === undefined || Math.abs(now - refreshed.at) >= refreshEveryMs) {
        refreshed = { at: now, result: untilSettled(probe) };
      }
      return refreshed.result;
    },
    async learnStatuses(names) {
      await become(withListed(known.state(), names, clock.now()));
    },
    tryStatus,
    async confirmStatus(name) {
      const next = withConfirmed(known.state(), name, clock.now());
      if (next !== known.state()) await become(next);
    },
    adopt(saved) {
      const next = restoreState(saved, destination.statuses, clock.now());
      if (next.fields !== null) known.take(next);
    },
    onChange: known.onChange,
  };
}

/** Holds the state of an account, and notifies listeners of each new version. */
function createKnown(begin: CatalogState, clock: Clock) {
  let state = begin;
  let snapshot = snapshotOf(state, clock.now());
  const listeners = new Set<(version: string) => void>();
  return {
    state: () => state,
    snapshot: () => snapshot,
    /** Replaces the state; returns true if the version changed. */
    take(next: CatalogState): boolean {
      const before = snapshot?.version;
      state = next;
      snapshot = snapshotOf(state, clock.now());
      if (snapshot === null || snapshot.version === before) return false;
      for (const listener of listeners) listener(snapshot.version);
      return true;
    },
    onChange(listener: (version: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Lets one call at a time try an unconfirmed status name (`Catalog.tryStatus`). */
function createStatusTries(state: () => CatalogState): Catalog['tryStatus'] {
  const trying = new Set<string>();
  return name => {
    const { statuses, statusesListedAt } = state();
    const isProven = statuses.some(each => each.name === name && each.origin !== 'declared');
    if (isProven || statusesListedAt === null) return () => undefined;
    if (trying.has(name)) return undefined;
    trying.add(name);
    return () => trying.delete(name);
  };
}

/** No data are lost: the catalog is in memory, and the next read saves all of it. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/** Reads the fields in a language; returns none if that fails. */
async function readIn(language: string, client: Pick<Client, 'send'>, clock: Clock) {
  const result = readCatalogReply(await client.send(encodeCatalogRead(language)), clock.now());
  return 'fields' in result ? [{ language, fields: result.fields }] : [];
}

/** Probes up to three times while the problem may pass and no response asked to wait. */
async function untilSettled(probe: () => Promise<Probe>): Promise<Probe> {
  try {
    return await pRetry(
      async () => {
        const result = await probe();
        if (!result.good && !result.hold && result.retryAfterMs === undefined)
          throw new PassingTrouble(result);
        return result;
      },
      {
        retries: 2,
        minTimeout: 500,
        randomize: true,
        shouldRetry: ({ error }) => error instanceof PassingTrouble,
      },
    );
  } catch (error) {
    if (error instanceof PassingTrouble) return error.probe;
    throw error;
  }
}

class PassingTrouble extends Error {
  readonly probe: Probe;

  constructor(probe: Probe) {
    super('trouble that may pass');
    this.probe = probe;
  }
}
