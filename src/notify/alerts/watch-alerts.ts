import type { Time } from '../../deliver/time/time.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { AlertRecord, OutboxStore } from '../../inbox/outbox.ts';
import { describeError, type Log } from '../../log/log.ts';
import { type AlertCode, alertCodes } from './alert-codes.ts';
import { decideAlert, type Seen } from './decide-alerts.ts';
import type { Alert, FoundAlerts } from './find-alerts.ts';

/** Watches conditions for the operator, until `stop`. */
export interface AlertWatch {
  start(): void;
  /** Stops; resolves when a running check is over. */
  stop(): Promise<void>;
}

export interface AlertWatchOptions {
  readonly receiver: string;
  readonly store: OutboxStore;
  /** Returns the current conditions. */
  readonly find: () => Promise<FoundAlerts>;
  readonly time: Time;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** With several processes on the store: true if this one sends alerts. By default it is alone. */
  readonly tells?: (() => boolean) | undefined;
  /** Called when messages were written. */
  readonly written: () => void;
}

const lookEveryMs = 2_000;

/** The decision about one alert. */
type Told =
  | { readonly what: 'raise' | 'clear'; readonly record: AlertRecord; readonly body: string }
  | { readonly what: 'forget'; readonly record: AlertRecord };

/** Creates the watch. The store remembers raised alerts, so that a restart raises none twice. */
export function watchAlerts(options: AlertWatchOptions): AlertWatch {
  const { time, log } = options;
  const seen = new Map<string, Seen>();
  const words = new Map<string, Alert>();
  let stopping = false;
  let looking = Promise.resolve();
  let cancelTimer = () => {};

  /** Records the current and the ended conditions. */
  function note({ standing: found, isUnknown }: FoundAlerts, records: readonly AlertRecord[]): void {
    const steady = time.monotonic();
    const standing = new Map(found.map(each => [keyOf(each), each]));
    for (const [key, alert] of standing) words.set(key, alert);
    const gone = records.filter(each => !isUnknown(each)).map(keyOf);
    for (const key of new Set([...standing.keys(), ...seen.keys(), ...gone])) {
      const stands = standing.has(key);
      if (seen.get(key)?.stands !== stands) seen.set(key, { from: steady, stands });
    }
  }

  /** Returns the messages for all recorded conditions. */
  function decided(records: readonly AlertRecord[]): readonly Told[] {
    const now = time.now();
    const known = new Map(records.map(each => [keyOf(each), each]));
    return [...seen].flatMap(([key, each]): readonly Told[] => {
      const record = known.get(key);
      const alert = words.get(key);
      if (!each.stands && !record) seen.delete(key);
      const what = decideAlert(record, each, { steady: time.monotonic(), now });
      if (what === 'raise' && alert) return [{ what, ...raised(alert, record, now) }];
      if (what === 'clear' && record) return [{ what, ...cleared(record, alert, now) }];
      return what === 'forget' && record ? [{ what, record }] : [];
    });
  }

  async function lookOnce(): Promise<void> {
    const records = await options.store.alerts();
    note(await options.find(), records);
    const told = decided(records);
    if (told.length === 0) return;
    const changed = told.filter(each => each.what !== 'forget');
    const forget = told.filter(each => each.what === 'forget').map(each => each.record);
    await options.store.saveAlerts(options.receiver, changed, forget);
    for (const { what, record } of changed)
      log.info(
        { code: record.code, subject: record.subject },
        what === 'raise' ? 'alert raised' : 'alert cleared',
      );
    options.written();
  }

  async function look(): Promise<void> {
    try {
      if (options.tells?.() ?? true) await lookOnce();
    } catch (error) {
      if (!stopping) log.warn({ error: describeError(error) }, 'cannot evaluate alerts');
    }
    if (!stopping)
      cancelTimer = time.after(lookEveryMs, () => {
        looking = look();
      });
  }

  return {
    start() {
      looking = look();
    },
    async stop() {
      stopping = true;
      cancelTimer();
      await looking;
    },
  };
}

function keyOf({ code, subject }: Pick<AlertRecord, 'code' | 'subject'>): string {
  return `${code} ${subject}`;
}

function raised(alert: Alert, record: AlertRecord | undefined, now: number) {
  const { code, subject, message, since = now } = alert;
  const next = alertCodes[code];
  return {
    record: { code, subject, since, clearedAt: null, times: record?.times ?? 0 },
    body: messageOf('alert.raised', now, { code, subject, since: isoTime(since), message, next }),
  };
}

function cleared(record: AlertRecord, alert: Alert | undefined, now: number) {
  const { code, subject, since, times } = record;
  const message = alert ? `over: ${alert.message}` : 'over';
  const data = {
    code: code as AlertCode,
    subject,
    since: isoTime(since),
    message,
    next: 'Nothing is to be done.',
  };
  return {
    record: { ...record, clearedAt: now, times: times + 1 },
    body: messageOf('alert.cleared', now, data),
  };
}

/** The data of an alert for a receiver. */
interface AlertData {
  readonly code: AlertCode;
  readonly subject: string;
  readonly since: string;
  readonly message: string;
  readonly next: string;
}

function messageOf(type: 'alert.raised' | 'alert.cleared', now: number, data: AlertData): string {
  return JSON.stringify({ type, timestamp: isoTime(now), data });
}
