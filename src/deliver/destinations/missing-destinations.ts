import { isoTime } from '../../inbox/clock.ts';
import type { Counts } from '../../inbox/counts.ts';
import type { DestinationRecord } from '../../inbox/destination-record.ts';
import { NotOwner } from '../../inbox/store.ts';
import type { WorkStore } from '../../inbox/work-store.ts';
import type { DestinationView } from '../bridge.ts';
import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import { storedCause } from './destination-machine.ts';
import type { StateCode } from './destination-state.ts';

/** Destinations that are not in the config and have waiting calls: they were removed or misspelt. */
export interface MissingDestinations {
  /**
   * Holds the missing destinations that are not held yet, so that their calls do not expire and show the reason. When
   * a destination is added again, it is probed like any other held destination, and continues automatically.
   */
  hold(): Promise<void>;
  /** Returns their states, with these counts. */
  views(counts: Counts): Promise<readonly DestinationView[]>;
}

/** The dependencies for missing destinations. */
export interface MissingOptions {
  readonly config: { readonly destinations: ReadonlyMap<string, unknown> };
  readonly store: Pick<WorkStore, 'counts' | 'destinations' | 'saveDestination'>;
  readonly time: Time;
  readonly report: (report: Report) => void;
}

const missing = {
  code: 'not-in-config' satisfies StateCode,
  reason: 'it is not in the config',
  next: 'name it there again, or discard its calls; an event that is replayed after that goes where its mappings then send it',
} as const;
/** A pause stays, also for a missing destination. */
const alsoMissing = {
  code: 'paused-and-not-in-config' satisfies StateCode,
  reason: 'it is not in the config either',
  next: 'name it there again, then resume it',
} as const;

/** Starts with nothing held. */
export function createMissingDestinations({
  config,
  store,
  time,
  report,
}: MissingOptions): MissingDestinations {
  const told = new Set<string>();

  function waitingAt(counts: Counts): readonly (readonly [name: string, waiting: number])[] {
    return Object.entries(counts.byDestination)
      .map(([name, { queued, held }]) => [name, queued + held] as const)
      .filter(([name, waiting]) => waiting > 0 && !config.destinations.has(name));
  }

  async function records(): Promise<ReadonlyMap<string, DestinationRecord>> {
    return new Map((await store.destinations()).map(record => [record.name, record]));
  }

  /** Returns true if it could be held; another process may own it. */
  async function holdOne(name: string, record: DestinationRecord | undefined): Promise<boolean> {
    const stopped: DestinationRecord = record?.paused
      ? { ...record, ...alsoMissing, reason: `${record.reason ?? 'paused'}; ${alsoMissing.reason}` }
      : {
          ...missing,
          name,
          paused: false,
          heldSince: record?.heldSince ?? time.now(),
          openedAt: record?.openedAt ?? null,
          notBefore: null,
        };
    try {
      await store.saveDestination(stopped);
      return true;
    } catch (error) {
      if (error instanceof NotOwner) return false;
      throw error;
    }
  }

  return {
    async hold() {
      const waitingByName = waitingAt(await store.counts());
      if (waitingByName.length === 0) return;
      const known = await records();
      for (const [name, waiting] of waitingByName) {
        const record = known.get(name);
        const isHeld = isHeldForThis(record);
        if (isHeld && told.has(name)) continue;
        if (!isHeld && !(await holdOne(name, record))) continue;
        told.add(name);
        report({ what: 'destination missing in the config', details: { destination: name, waiting } });
      }
    },
    async views(counts) {
      const waitingByName = waitingAt(counts);
      if (waitingByName.length === 0) return [];
      const known = await records();
      return waitingByName.map(([name, waiting]) => missingView(name, waiting, known.get(name)));
    },
  };
}

function isHeldForThis(record: DestinationRecord | undefined): boolean {
  if (record?.paused) return record.code === alsoMissing.code;
  return record !== undefined && record.heldSince !== null && record.code === missing.code;
}

function missingView(name: string, waiting: number, record: DestinationRecord | undefined): DestinationView {
  const state = record?.paused ? 'paused' : record && record.heldSince !== null ? 'held' : 'open';
  return {
    name,
    baseUrl: '',
    state,
    ...(state === 'open'
      ? { code: missing.code, reason: 'it is not in the config of this process' }
      : ((record && storedCause(record)) ?? missing)),
    ...(record && record.heldSince !== null && { since: isoTime(record.heldSince) }),
    waiting,
    catalog: null,
  };
}
