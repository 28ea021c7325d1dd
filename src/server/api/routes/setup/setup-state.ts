import type { SourceConfig } from '../../../../config/config.ts';
import { isoTime } from '../../../../inbox/clock.ts';
import { presets } from '../../../../receive/senders/senders.ts';
import type { ConfigError } from '../../../health/config-state.ts';
import { ok } from '../../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';

/** The next step of setting up a source, or `done`. */
export const sourceSteps = ['webhook', 'mapping', 'delivery', 'done'] as const;
export type SourceStep = (typeof sourceSteps)[number];

/** The reasons why the webhooks of a source do not arrive, as codes for programs. */
export const sourceTroubles = [
  'missing',
  'wrong',
  'time',
  'no-secret',
  'no-public-url',
  'unreadable',
  'too-large',
  'other-method',
  'paused',
  'elsewhere',
  'early',
] as const;
export type SourceTrouble = (typeof sourceTroubles)[number];

/** The progress of a source. */
export interface SourceProgress {
  name: string;
  title: string;
  preset: string | null;
  path: string;
  /** The name of the sender whose ids are used in links. */
  people: string;
  step: SourceStep;
  paused: boolean;
  /** The number of valid secrets. */
  secrets: number;
  /** The verification methods of its webhooks. */
  verify: readonly string[];
  /**
   * The reason why the last request was refused, if no webhook arrived since. `path`: the other path that it was
   * posted to. `method`: its method, if that was not POST.
   */
  trouble: { code: SourceTrouble; at: string; path?: string; method?: string; reason?: string } | null;
  /** The newest event and its status. */
  newest: { id: string; status: string; code?: string; unsplit?: true; receivedAt: string } | null;
}

/** The progress of setting up a bridge, and its next step. */
export interface SetupProgress {
  next: 'account' | 'restart' | 'sender' | 'source' | 'done';
  /** Whether this program may write the config, with the reason if not. */
  edit: { may: boolean; code?: string; path?: string; error?: string };
  canRestart: boolean;
  sandbox: boolean;
  /** The keys of the config on disk that wait for a restart. */
  waits: readonly string[];
  /** The errors of the config on disk. */
  faults: readonly ConfigError[];
  publicUrl: string | null;
  destinations: readonly { name: string; state: string; reason?: string; fields: number | null }[];
  sources: readonly SourceProgress[];
}

/** The routes of the setup progress. It is not stored: it is derived from the files and the events. */
export function setupStateRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /setup',
      answer: async () => ok(await progressOf(parts)),
    }),
    apiRoute({
      key: 'GET /setup/senders',
      answer: async () =>
        ok({
          senders: [...presets.values()].map(
            ({ name, title, alsoCalled = {}, secretComesLater = false }) => ({
              name,
              title,
              alsoCalled: Object.keys(alsoCalled),
              secretComesLater,
            }),
          ),
        }),
    }),
  ];
}

async function progressOf(parts: ApiParts): Promise<SetupProgress> {
  const { config, bridge, setup, configState } = parts;
  const state = configState?.() ?? { state: 'in-use' };
  const waits = state.state === 'waits-for-restart' ? state.sections : [];
  const destinations = (await bridge.destinations()).map(({ name, state: stands, reason, catalog }) => ({
    name,
    state: stands,
    ...(reason !== undefined && { reason }),
    fields: catalog?.fields ?? null,
  }));
  const sources: SourceProgress[] = [];
  for (const each of config.sources.values()) sources.push(await sourceProgress(each, parts));
  const { edit } = await mayEdit(parts);
  return {
    next: nextOf(destinations.length, waits, sources),
    edit,
    canRestart: setup?.restart !== undefined,
    sandbox: setup?.sandbox !== undefined,
    waits,
    faults: state.state === 'faulty' ? state.errors : [],
    publicUrl: config.server.publicUrl ?? null,
    destinations,
    sources,
  };
}

function nextOf(
  destinations: number,
  waits: readonly string[],
  sources: readonly SourceProgress[],
): SetupProgress['next'] {
  if (waits.includes('destinations')) return 'restart';
  if (destinations === 0) return 'account';
  if (sources.length === 0) return 'sender';
  return sources.some(({ step }) => step !== 'done') ? 'source' : 'done';
}

async function mayEdit({ config, setup }: ApiParts): Promise<Pick<SetupProgress, 'edit'>> {
  if (!setup) return { edit: { may: false, code: 'edit-off' } };
  const { createFileEditor } = await import('../../../../edit/file-editor.ts');
  const place = { allowed: config.admin?.edit === true, config: config.file, mappings: config.mappings };
  const editor = createFileEditor({ place, record: async () => {}, now: setup.now });
  const why = editor.refusal({ kind: 'config' });
  if (!why) return { edit: { may: true } };
  const { code } = why;
  return {
    edit: {
      may: false,
      code,
      ...('path' in why && { path: why.path }),
      ...('error' in why && { error: why.error }),
    },
  };
}

/** Returns the progress of one source. */
export async function sourceProgress(source: SourceConfig, parts: ApiParts): Promise<SourceProgress> {
  const { name, preset, path, people, verify, paused = false } = source;
  const { store, bridge } = parts;
  const [newest] = (await store.events({ source: name, limit: 1 })).events;
  const delivered = (await store.events({ source: name, status: 'delivered', limit: 1 })).events.length > 0;
  const folder = bridge.planning().mappings.folder();
  const isMapped = [...folder.mappings, ...folder.faulty].some(each => each.source === name);
  const step = stepOf({ hasEvent: newest !== undefined, isMapped, delivered });
  return {
    name,
    title: (preset && presets.get(preset)?.title) ?? name,
    preset: preset ?? null,
    path,
    people,
    step,
    paused,
    secrets: Math.max(0, ...verify.map(each => ('secret' in each ? each.secret.length : 0))),
    verify: verify.map(({ type }) => type),
    trouble: await troubleOf(source, newest?.receivedAt, parts),
    newest: newest
      ? {
          id: newest.id,
          status: newest.status,
          receivedAt: newest.receivedAt,
          ...(newest.code !== undefined && { code: newest.code }),
          ...((await isUnsplitList(newest, source, store)) && { unsplit: true as const }),
        }
      : null,
  };
}

/** True if an event is a list of several people that arrived before the source had `split`. */
async function isUnsplitList(
  { id, status }: { readonly id: string; readonly status: string },
  { split }: SourceConfig,
  store: Pick<ApiParts['store'], 'event'>,
): Promise<boolean> {
  if (status !== 'failed' || !split) return false;
  const event = await store.event(id);
  return event?.diagnostics.some(({ code }) => code === 'intake/several-events') === true;
}

function stepOf(has: {
  readonly hasEvent: boolean;
  readonly isMapped: boolean;
  readonly delivered: boolean;
}): SourceStep {
  if (has.delivered) return 'done';
  if (!has.hasEvent) return 'webhook';
  return has.isMapped ? 'delivery' : 'mapping';
}

const codesByStatus: Readonly<Record<number, SourceTrouble>> = {
  400: 'unreadable',
  413: 'too-large',
  415: 'unreadable',
  503: 'paused',
};

/** Returns the latest request since the newest event that was refused or posted to another path. */
async function troubleOf(
  { name, path }: SourceConfig,
  newestAt: string | undefined,
  { store, sources, unknownPaths }: ApiParts,
): Promise<SourceProgress['trouble']> {
  const { streak, notPosted } = sources.of(name);
  const [refusal] = await store.refusals({ source: name, limit: 1 });
  const found: NonNullable<SourceProgress['trouble']>[] = [];
  if (refusal && !refusal.acceptedAs) {
    const code = refusal.status === 401 ? (streak?.fault ?? 'wrong') : codesByStatus[refusal.status];
    if (code) found.push({ code, at: refusal.at, reason: refusal.reason });
  } else if (streak) {
    found.push({ code: streak.fault, at: isoTime(streak.since), reason: streak.reason });
  }
  const strays = unknownPaths
    .list()
    .filter(({ near, method }) => method === 'POST' && (near ?? path) === path);
  for (const stray of strays) {
    // It was posted to the right path before the bridge had this source.
    if (stray.path === path) found.push({ code: 'early', at: stray.lastAt });
    else found.push({ code: 'elsewhere', at: stray.lastAt, path: stray.path });
  }
  const isNew = ({ at }: { readonly at: string }) => newestAt === undefined || at > newestAt;
  const [last] = found.filter(isNew).sort((one, other) => (one.at < other.at ? 1 : -1));
  if (last || !notPosted) return last ?? null;
  // A refused webhook is more informative than a later visit by a browser.
  const { method, at } = notPosted;
  const opened = { code: 'other-method' as const, at: isoTime(at), method };
  return isNew(opened) ? opened : null;
}
