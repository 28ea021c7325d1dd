import { basename, extname } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Bridge, DestinationView, MappingView } from '../../deliver/bridge.ts';
import { counted } from '../../diagnostics/counted.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Clock } from '../../inbox/clock.ts';
import { causeWords } from '../../inbox/destination-record.ts';
import type { StoreHealth } from '../../inbox/store.ts';
import { type ConfigState, configWords } from './config-state.ts';
import type { LogOutput } from './log-output.ts';
import type { Overview } from './overview.ts';
import { processWords } from './processes.ts';
import { type ReceiverState, receiverWords } from './receivers.ts';
import { streakWords } from './refusal-streak.ts';
import { type UnreadableSecret, unreadableWords } from './secret-files.ts';
import type { SourceWatch } from './source-watch.ts';

/** The dependencies of readiness, besides the store. */
export interface ReadinessParts {
  readonly config: Pick<Config, 'sources'>;
  readonly bridge: Pick<Bridge, 'clockSkew' | 'unwritten' | 'processes'>;
  readonly sources: Pick<SourceWatch, 'of'>;
  /** The output of the log, if the program watches it. */
  readonly logOutput?: Pick<LogOutput, 'trouble' | 'lost'> | undefined;
  /** The state of the config on disk; by default nothing watches it. */
  readonly configState?: (() => ConfigState) | undefined;
  /** The secret files that cannot be read any more; by default nothing watches them. */
  readonly unreadableSecrets?: (() => readonly UnreadableSecret[]) | undefined;
  /** True if the program is stopping: it should get no new requests, but still serves them. */
  readonly isDraining: () => boolean;
  readonly clock: Clock;
}

/** The findings that `/readyz` may report besides its status; `docs/runbook.md` explains each. */
export const readinessFindings = [
  'reason',
  'warning',
  'unwritten',
  'clock',
  'log',
  'config',
  'secrets',
  'refused',
  'held',
  'destinations',
  'mappings',
  'stranded',
  'failed',
  'uncertain',
  'faulty',
  'receivers',
  'processes',
] as const;
type Findings = Readonly<Partial<Record<(typeof readinessFindings)[number], unknown>>>;

/** Returns the reason why this process should get no new webhooks; undefined if it should. */
export function whyNotReady(
  { isDraining }: Pick<ReadinessParts, 'isDraining'>,
  health: StoreHealth,
): string | undefined {
  if (isDraining()) return 'the program is stopping';
  return health.writable ? undefined : health.reason;
}

/** The response of `/readyz`: whether new webhooks can be stored, and the findings for an operator. */
export function readiness(
  parts: ReadinessParts,
  health: StoreHealth,
  view: Overview | undefined,
  receivers: readonly ReceiverState[] = [],
): { readonly status: 'ready' | 'not ready' } & Findings {
  const reason = whyNotReady(parts, health);
  return {
    status: reason === undefined ? 'ready' : 'not ready',
    ...(reason !== undefined && { reason }),
    ...(health.writable && health.warning !== undefined && { warning: health.warning }),
    ...unwrittenFinding(parts),
    ...clockFinding(parts),
    ...logFinding(parts),
    ...configFinding(parts),
    ...secretsFinding(parts),
    ...refusedFinding(parts),
    ...(view && heldFindings(view, parts.config)),
    ...(view && strandedFinding(view.counts)),
    ...(view && faultyFinding(view.mappings)),
    ...receiversFinding(receivers),
    ...processesFinding(parts),
  };
}

function unwrittenFinding({ bridge }: ReadinessParts): Findings {
  const count = bridge.unwritten();
  return count > 0 ? { unwritten: `results of calls waiting to be written: ${count}` } : {};
}

function clockFinding({ bridge }: ReadinessParts): Findings {
  const proof = bridge.clockSkew();
  return proof ? { clock: proof.words } : {};
}

/** Lost log lines are no reason to send webhooks elsewhere. */
function logFinding({ logOutput }: ReadinessParts): Findings {
  const trouble = logOutput?.trouble();
  return trouble === undefined ? {} : { log: trouble };
}

/** The config of the start stays in use, so webhooks can be accepted. */
function configFinding({ configState }: ReadinessParts): Findings {
  const words = configState && configWords(configState());
  return words === undefined ? {} : { config: words };
}

/** The last secrets stay in use, so webhooks can be accepted. */
function secretsFinding({ unreadableSecrets }: ReadinessParts): Findings {
  const secrets = (unreadableSecrets?.() ?? []).map(unreadableWords);
  return secrets.length > 0 ? { secrets } : {};
}

/** Refused webhooks of one sender are no reason to send those of others elsewhere. */
function refusedFinding({ config, sources, clock }: ReadinessParts): Findings {
  const refused = [...config.sources.keys()].flatMap(name => {
    const { streak } = sources.of(name);
    return streak ? [streakWords(name, streak, clock.now())] : [];
  });
  return refused.length > 0 ? { refused } : {};
}

/** Undelivered messages are no reason to send webhooks elsewhere. */
function receiversFinding(states: readonly ReceiverState[]): Findings {
  const receivers = receiverWords(states);
  return receivers.length > 0 ? { receivers } : {};
}

function processesFinding({ bridge }: ReadinessParts): Findings {
  const processes = processWords(bridge.processes());
  return processes.length > 0 ? { processes } : {};
}

function heldFindings(
  { destinations, mappings, counts }: Overview,
  { sources }: ReadinessParts['config'],
): Findings {
  const stopped = destinations.filter(each => each.state === 'held' || each.state === 'paused');
  const heldMappings = mappings.filter(each => each.held !== null);
  const unmapped = [...sources.keys()].filter(name => !mappings.some(each => each.source === name));
  return {
    held: [
      ...stopped.map(destinationWords),
      ...heldMappings.map(mappingWords),
      ...unclaimedWords(counts.unclaimed, unmapped),
    ],
    destinations: stopped.map(({ name, state, reason, next, code, since, waiting }) => ({
      name,
      state,
      reason,
      next,
      code,
      since,
      waiting,
    })),
    mappings: heldMappings.map(({ name, held, calls }) => ({
      name,
      reason: held?.reason,
      next: held?.next,
      code: held?.code,
      since: held?.since,
      waiting: calls.held,
    })),
    failed: counts.statuses.failed,
    uncertain: counts.statuses.uncertain,
  };
}

/** Finds calls that are held although neither their mapping nor their destination is. */
function strandedFinding({ stranded }: Overview['counts']): Findings {
  const words = Object.entries(stranded).map(
    ([mapping, calls]) =>
      `${counted(calls, 'call', 'calls')} of the mapping ${mapping} ${calls === 1 ? 'is' : 'are'} held, though the mapping is not; ${calls === 1 ? 'it continues' : 'they continue'} within a minute`,
  );
  return words.length > 0 ? { stranded: words } : {};
}

function destinationWords({ name, state, reason, next, waiting }: DestinationView): string {
  const words = reason === undefined ? undefined : causeWords({ reason, next });
  return `the destination ${name} is ${state}${because(words)}; ${waitingWords(waiting)}`;
}

function mappingWords({ name, held, calls }: MappingView): string {
  return `the mapping ${name} is held${because(held?.reason)}; ${waitingWords(calls.held)}`;
}

/** Describes events that no usable mapping takes; faults of mapping files are listed under `faulty`. */
function unclaimedWords(waiting: number, unmapped: readonly string[]): readonly string[] {
  if (waiting === 0) return [];
  const which = unmapped.length > 0 ? `; there is none for ${unmapped.join(', ')}` : '';
  return [`${counted(waiting, 'event waits', 'events wait')} for a mapping${which}`];
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${reason})`;
}

function waitingWords(waiting: number): string {
  return counted(waiting, 'call waits', 'calls wait');
}

/** Lists the mappings that have a fault, although some of them are used. */
function faultyFinding(mappings: readonly MappingView[]): Findings {
  const words = mappings.flatMap(each => (each.usable ? [...misfit(each), ...red(each)] : unusable(each)));
  return words.length > 0 ? { faulty: words } : {};
}

/** Skips a held mapping, whose hold contains the reason. */
function misfit({ name, held, diagnostics, changes }: MappingView): readonly string[] {
  const error = diagnostics.find(each => each.severity === 'error');
  const since = changes.map(({ at, what }) => `${what}, seen ${at}`);
  if (held !== null || (error === undefined && since.length === 0)) return [];
  const isOther = ({ severity, code }: Diagnostic) => severity === 'warning' && code !== 'mapping/test-fails';
  const first = error ?? diagnostics.find(isOther);
  const why = [...(first ? [placed(first)] : []), ...since].join('; ');
  return [`the mapping ${name} does not fit: ${why}`];
}

/** A held mapping sends nothing, so its tests can wait. */
function red({ held, diagnostics }: MappingView): readonly string[] {
  const found = diagnostics.filter(({ code }) => held === null && code === 'mapping/test-fails');
  return found.map(({ message, hint }) => (hint === undefined ? message : `${message}; ${hint}`));
}

function unusable({ name, file, operation, diagnostics }: MappingView): readonly string[] {
  const error = diagnostics.find(each => each.severity === 'error');
  const why = error ? ` (${placed(error)})` : '';
  const what =
    operation === null
      ? 'it has no earlier version, so what is for it waits'
      : 'its last good version is used';
  const next = error?.code === 'mapping/not-green' && error.hint !== undefined ? `: ${error.hint}` : '';
  return [`the mapping file ${name}${extname(file)} cannot be used${why}; ${what}${next}`];
}

function placed({ message, place }: Diagnostic): string {
  return place ? `${basename(place.file)}:${place.line}: ${message}` : message;
}
