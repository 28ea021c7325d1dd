import type { CatalogSnapshot, FieldConfiguration, KnownStatus } from '../../booking/catalog/field.ts';
import type { Config } from '../../config/config.ts';
import { composed } from '../../diagnostics/composed.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { ExampleEvent } from '../../language/knowledge.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import type { Arguments } from '../command.ts';
import { type AdminApi, openAdminApi } from '../operate/admin-api.ts';
import { CommandFailed, type Surroundings, UsageError } from '../surroundings.ts';

/** Requests to the running bridge while an editor is open. No response is not an error. */
export interface AskedBridge {
  /** The live catalogs; undefined without a response. */
  catalogs(config: Config): Promise<ReadonlyMap<string, CatalogSnapshot> | undefined>;
  /** The newest events of a source; empty without a response. */
  events(config: Config, source: string): Promise<readonly ExampleEvent[]>;
}

/** The time for which a response is reused, or no new request is sent after a failure. */
const freshMs = 10_000;
const quietMs = 15_000;
const mostMs = 1_500;
const eventsAsked = 5;

const noEvents: readonly ExampleEvent[] = [];

/** Sends requests to the bridge of the config in this folder. */
export function createAskedBridge(args: Arguments, surroundings: Surroundings): AskedBridge {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>();
  const ask = <Value>(name: string, find: (api: AdminApi) => Promise<Value>): Promise<Value | undefined> => {
    const now = systemClock.now();
    const before = kept.get(name);
    if (before && before.until > now) return before.value as Promise<Value | undefined>;
    const value = withinMs(answered(args, surroundings, find), mostMs);
    kept.set(name, { until: now + freshMs, value });
    void value.then(found => {
      if (found === undefined) kept.set(name, { until: systemClock.now() + quietMs, value });
    });
    return value;
  };
  return {
    catalogs: config => ask('catalogs', api => liveCatalogs(api, config)),
    events: async (config, source) =>
      (await ask(`events ${source}`, api => lastEvents(api, config, source))) ?? noEvents,
  };
}

/** Returns the response of the bridge; undefined if it is not running, or the config has no token for it. */
async function answered<Value>(
  args: Arguments,
  surroundings: Surroundings,
  find: (api: AdminApi) => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await find(openAdminApi(args, surroundings));
  } catch (error) {
    if (error instanceof CommandFailed || error instanceof UsageError) return undefined;
    throw error;
  }
}

function withinMs<Value>(value: Promise<Value | undefined>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    value.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function liveCatalogs(api: AdminApi, config: Config): Promise<ReadonlyMap<string, CatalogSnapshot>> {
  const catalogs = new Map<string, CatalogSnapshot>();
  for (const name of config.destinations.keys()) {
    const path = `destinations/${encodeURIComponent(name)}`;
    const { fields } = await api.get<{ fields: readonly FieldConfiguration[] }>(`${path}/fields`);
    const { statuses, statusesListedAt: at } = await api.get<ListedStatuses>(`${path}/statuses`);
    const known = statuses.map(each => ({ ...each, at: Date.parse(each.at) }));
    const fetchedAt = systemClock.now();
    const statusesListedAt = at === null ? null : Date.parse(at);
    catalogs.set(name, { version: String(fetchedAt), fields, fetchedAt, statuses: known, statusesListedAt });
  }
  return catalogs;
}

interface ListedStatuses {
  readonly statuses: readonly (Omit<KnownStatus, 'at'> & { readonly at: string })[];
  readonly statusesListedAt: string | null;
}

interface ListedEvent {
  readonly id: string;
  readonly status: string;
}

interface ShownEvent extends ListedEvent {
  readonly receivedAt: string;
  readonly payload: unknown;
  /** The payload with the corrections of a person. */
  readonly corrected?: unknown;
}

async function lastEvents(api: AdminApi, config: Config, source: string): Promise<readonly ExampleEvent[]> {
  const { events } = await api.get<{ events: readonly ListedEvent[] }>('events', {
    source,
    limit: eventsAsked,
  });
  const shown = await Promise.all(
    events
      .filter(({ status }) => status !== 'discarded')
      .map(({ id }) => api.get<ShownEvent>(`events/${encodeURIComponent(id)}`)),
  );
  return shown.map(({ id, receivedAt, payload: received, corrected: sent = received }) => {
    const payload = composed(sent);
    const answers = answersOf(config.sources.get(source)?.answers, payload);
    const event = { id, source, receivedAt };
    return { input: { payload, answers, headers: {}, query: {}, body: payload, event } };
  });
}
