import type { Config } from '../../config/config.ts';
import type { Bridge, DestinationView, MappingView } from '../../deliver/bridge.ts';
import { counted } from '../../diagnostics/counted.ts';
import { measuredDuration } from '../../diagnostics/duration-words.ts';
import type { Clock } from '../../inbox/clock.ts';
import { causeWords } from '../../inbox/destination-record.ts';
import type { AlertRecord } from '../../inbox/outbox.ts';
import type { Store } from '../../inbox/store.ts';
import type { LogOutput } from '../../server/health/log-output.ts';
import { type Overview, readOverview } from '../../server/health/overview.ts';
import type { ReceiverState } from '../../server/health/receivers.ts';
import { notableCount, streakReason } from '../../server/health/refusal-streak.ts';
import { type UnreadableSecret, unreadableWords } from '../../server/health/secret-files.ts';
import type { SourceWatch } from '../../server/health/source-watch.ts';
import type { AlertCode } from './alert-codes.ts';

/** A current problem for the operator, without personal data and secrets. */
export interface Alert {
  readonly code: AlertCode;
  /** The subject: a name in the config, a mapping file, a secret file, or `bridge`. */
  readonly subject: string;
  /** The problem as text. */
  readonly message: string;
  /** The time since which it exists, if known. Epoch milliseconds. */
  readonly since?: number | undefined;
}

/** The data from which alerts are derived. */
export interface AlertParts {
  readonly config: Pick<Config, 'sources' | 'destinations'>;
  readonly bridge: Pick<Bridge, 'destinations' | 'mappings' | 'clockSkew' | 'unwritten'>;
  readonly store: Pick<Store, 'counts' | 'health' | 'room' | 'nextDueAt'>;
  readonly sources: Pick<SourceWatch, 'of'>;
  readonly logOutput?: Pick<LogOutput, 'trouble'> | undefined;
  readonly unreadableSecrets?: (() => readonly UnreadableSecret[]) | undefined;
  /** Returns the time when an event of a source last failed in this process. Epoch milliseconds. */
  readonly failedAt: (source: string) => number | undefined;
  /** Returns the states of the receivers of callbacks. */
  readonly receivers: () => Promise<readonly ReceiverState[]>;
  readonly clock: Clock;
  /** The start of this process. Epoch milliseconds. */
  readonly startedAt: number;
}

/** The result of one check. */
export interface FoundAlerts {
  readonly standing: readonly Alert[];
  /** True if this process cannot know yet whether a condition is over that an earlier process raised. */
  readonly isUnknown: (alert: Pick<AlertRecord, 'code' | 'subject'>) => boolean;
}

/** A wave of failed events is over when none failed for this time. */
const waveMs = 60 * 60_000;
/** A call is late if it has been due for this long. */
const lateMs = 15 * 60_000;

/** Returns all current alerts. @throws StoreUnavailable if the store cannot be read */
export async function findAlerts(parts: AlertParts): Promise<FoundAlerts> {
  const view = await readOverview(parts.bridge, await parts.store.counts());
  const receivers = await parts.receivers();
  const standing = [
    ...(await ofStore(parts)),
    ...ofProcess(parts),
    ...ofSources(parts),
    ...receivers.flatMap(ofReceiver),
    ...ofEvents(view),
    ...view.mappings.flatMap(ofMapping),
    ...ofStranded(view),
    ...(await Promise.all(view.destinations.map(each => ofDestination(each, parts)))).flat(),
  ];
  return { standing, isUnknown: alert => isUnknownYet(alert, view, receivers, parts) };
}

/** True if the condition is known only in memory, and nothing of its kind has happened since the start. */
function isUnknownYet(
  { code, subject }: Pick<AlertRecord, 'code' | 'subject'>,
  { destinations }: Overview,
  receivers: readonly ReceiverState[],
  { config, sources, clock, startedAt }: AlertParts,
): boolean {
  const uptimeMs = clock.now() - startedAt;
  switch (code) {
    case 'FieldbridgeSourceRefused':
      return config.sources.has(subject) && sources.of(subject).lastAcceptedAt === undefined;
    case 'FieldbridgeEventsFailed':
      return config.sources.has(subject) && uptimeMs < waveMs;
    case 'FieldbridgeClockWrong':
      return uptimeMs < lateMs;
    case 'FieldbridgeReceiverSilent':
      return receivers.some(({ receiver, waiting }) => receiver === subject && waiting > 0);
    case 'FieldbridgeDestinationHeld':
      return destinations.some(each => each.name === subject && each.state === 'probing');
    default:
      return false;
  }
}

async function ofStore({ store }: AlertParts): Promise<readonly Alert[]> {
  const [health, room] = await Promise.all([store.health(), store.room()]);
  const subject = 'bridge';
  if (!health.writable)
    return [{ code: 'FieldbridgeNotReady', subject, message: `no webhook is accepted: ${health.reason}` }];
  if (health.warning !== undefined || (room && room.freeBytes < 4 * room.reserveBytes)) {
    const message = health.warning ?? "the store's disk gets full";
    return [{ code: 'FieldbridgeDiskFilling', subject, message }];
  }
  return [];
}

function ofProcess({ bridge, logOutput, unreadableSecrets }: AlertParts): readonly Alert[] {
  const subject = 'bridge';
  const unwritten = bridge.unwritten();
  const skew = bridge.clockSkew();
  const log = logOutput?.trouble();
  return [
    ...(unwritten > 0
      ? [
          {
            code: 'FieldbridgeResultsUnwritten' as const,
            subject,
            message: `${counted(unwritten, 'result of a call', 'results of calls')} cannot be written; nothing more is sent`,
          },
        ]
      : []),
    ...(skew ? [{ code: 'FieldbridgeClockWrong' as const, subject, message: skew.words }] : []),
    ...(log !== undefined
      ? [{ code: 'FieldbridgeLogLost' as const, subject, message: `the log cannot be written: ${log}` }]
      : []),
    ...(unreadableSecrets?.() ?? []).map(each => ({
      code: 'FieldbridgeSecretUnreadable' as const,
      subject: each.file,
      message: unreadableWords(each),
      since: Date.parse(each.since),
    })),
  ];
}

function ofSources({ config, sources, failedAt, clock }: AlertParts): readonly Alert[] {
  return [...config.sources.keys()].flatMap((subject): Alert[] => {
    const { streak } = sources.of(subject);
    const failed = failedAt(subject);
    const refused =
      streak && streak.count >= notableCount
        ? `its webhooks are refused one after another: ${streakReason(streak)}`
        : undefined;
    return [
      ...(refused !== undefined
        ? [{ code: 'FieldbridgeSourceRefused' as const, subject, message: refused, since: streak?.since }]
        : []),
      ...(failed !== undefined && clock.now() - failed < waveMs
        ? [{ code: 'FieldbridgeEventsFailed' as const, subject, message: 'events of this source fail' }]
        : []),
    ];
  });
}

/**
 * The receiver of alerts gets an alert about itself when it responds again; until then the log and /readyz report it.
 */
function ofReceiver({ receiver: subject, trouble, waiting }: ReceiverState): readonly Alert[] {
  if (!trouble) return [];
  const wait = counted(waiting, 'message waits', 'messages wait');
  const message = `it takes no messages: ${trouble.why}; ${wait}`;
  return [{ code: 'FieldbridgeReceiverSilent', subject, message, since: trouble.since }];
}

function ofEvents({ counts }: Overview): readonly Alert[] {
  const { uncertain } = counts.statuses;
  const lost = counted(uncertain, 'booking is', 'bookings are');
  const wait = counted(counts.unclaimed, 'event waits', 'events wait');
  return [
    ...(uncertain > 0
      ? [
          {
            code: 'FieldbridgeEventsUncertain' as const,
            subject: 'bridge',
            message: `${lost} uncertain: sent, and no response arrived`,
          },
        ]
      : []),
    ...(counts.unclaimed > 0
      ? [
          {
            code: 'FieldbridgeEventsUnclaimed' as const,
            subject: 'bridge',
            message: `${wait} for a mapping`,
          },
        ]
      : []),
  ];
}

function ofMapping({ name: subject, held, usable, changes }: MappingView): readonly Alert[] {
  if (held) {
    const message = `the mapping is held: ${held.reason}`;
    return [{ code: 'FieldbridgeMappingHeld', subject, message, since: Date.parse(held.since) }];
  }
  if (!usable) {
    const message = 'the mapping file has errors; its last good version is used, if there is one';
    return [{ code: 'FieldbridgeMappingUnusable', subject, message }];
  }
  const [first] = changes;
  if (!first) return [];
  const message = `the account changed, and the mapping no longer fits: ${first.what}`;
  return [{ code: 'FieldbridgeMappingDrift', subject, message, since: Date.parse(first.at) }];
}

function ofStranded({ counts }: Overview): readonly Alert[] {
  return Object.entries(counts.stranded).map(([subject, calls]) => ({
    code: 'FieldbridgeCallsStranded',
    subject,
    message: `${counted(calls, 'call is', 'calls are')} held, though the mapping is not`,
  }));
}

async function ofDestination(
  { name: subject, state, reason, next, since, catalog }: DestinationView,
  { config, store, clock }: AlertParts,
): Promise<readonly Alert[]> {
  const why = reason === undefined ? '' : `: ${causeWords({ reason, next })}`;
  const at = since === undefined ? undefined : Date.parse(since);
  if (state === 'held')
    return [
      { code: 'FieldbridgeDestinationHeld', subject, message: `the destination is held${why}`, since: at },
    ];
  if (state === 'paused')
    return [
      {
        code: 'FieldbridgeDestinationPaused',
        subject,
        message: `the destination is paused${why}`,
        since: at,
      },
    ];
  const now = clock.now();
  const due = await store.nextDueAt(subject);
  const refreshMs = config.destinations.get(subject)?.catalog.refreshMs ?? 0;
  const readAt = catalog ? Date.parse(catalog.fetchedAt) : now;
  const isOld = now - readAt > 3 * refreshMs + 10 * 60_000;
  return [
    ...(due !== undefined && now - due > lateMs
      ? [
          {
            code: 'FieldbridgeQueueOld' as const,
            subject,
            message: `calls wait since ${measuredDuration(now - due)}, though the destination is open`,
            since: due,
          },
        ]
      : []),
    ...(isOld
      ? [
          {
            code: 'FieldbridgeCatalogOld' as const,
            subject,
            message: `the live configuration was read ${measuredDuration(now - readAt)} ago`,
            since: readAt,
          },
        ]
      : []),
  ];
}
