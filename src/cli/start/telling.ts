import type { Config } from '../../config/config.ts';
import type { Time } from '../../deliver/time/time.ts';
import type { OutcomeTelling } from '../../inbox/outbox.ts';
import type { Store } from '../../inbox/store.ts';
import { describeError, type Log } from '../../log/log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type AlertParts, findAlerts } from '../../notify/alerts/find-alerts.ts';
import { type AlertWatch, watchAlerts } from '../../notify/alerts/watch-alerts.ts';
import { type Messenger, outcomeTelling, tellDropped } from '../../notify/messenger.ts';

/** Makes the outcome messages that the store writes for receivers. */
export interface OutcomesToTell {
  readonly telling: OutcomeTelling;
  /** Loads the code that reports the outcomes of these sources. Call it before they take effect. */
  prepare(sources: Config['sources']): Promise<void>;
}

/** Reads the receivers from `config.sources`, which may change. */
export async function prepareTelling(
  config: Pick<Config, 'sources'>,
  {
    metrics,
    log,
    written,
  }: { readonly metrics: Metrics; readonly log: Log; readonly written: (receiver: string) => void },
): Promise<OutcomesToTell> {
  const dropped = tellDropped(metrics, log);
  let makeBody: OutcomeTelling['body'] | undefined;
  const prepare = async (sources: Config['sources']) => {
    if (![...sources.values()].some(each => each.notify)) return;
    const { outcomeMessages } = await import('../../notify/outcome-message.ts');
    makeBody ??= outcomeMessages();
  };
  await prepare(config.sources);
  const body: OutcomeTelling['body'] = (view, at) => {
    if (!makeBody) throw new Error('an outcome is told before it is prepared');
    return makeBody(view, at);
  };
  const hears = { written, dropped: (receiver: string) => dropped(receiver, 'full') };
  return { telling: outcomeTelling(config, body, hears), prepare };
}

/** The parts of the bridge that messages need. */
type TellingParts = Omit<AlertParts, 'config' | 'failedAt' | 'receivers' | 'clock' | 'startedAt'> & {
  readonly store: Store;
  /** The time when an event of each source last failed. */
  readonly failures: Map<string, number>;
  readonly time: Time;
  readonly log: Log;
  readonly messenger: Messenger;
};

/** The period before a start in which failed events are searched: the duration of an alert about them. */
const lookBackMs = 60 * 60_000;

/**
 * Sets the time of each source's last failed event, from the store's last hour: alerts that an earlier process did not
 * send are sent then.
 */
async function seedFailures(
  { sources }: Config,
  { store, failures, time }: Pick<TellingParts, 'store' | 'failures' | 'time'>,
): Promise<void> {
  for (const source of sources.keys()) {
    const filter = { status: 'failed', source, since: time.now() - lookBackMs, limit: 1 } as const;
    const [last] = (await store.events(filter)).events;
    if (last && !failures.has(source)) failures.set(source, Date.parse(last.receivedAt));
  }
}

/** Starts to send waiting messages, and to watch conditions for alerts, if the config names receivers. */
export function startTelling(config: Config, parts: TellingParts): { stop(): Promise<void> } {
  parts.messenger.start();
  const alerts = startAlerts(config, parts);
  if (alerts)
    seedFailures(config, parts).catch(error =>
      parts.log.warn({ error: describeError(error) }, 'cannot look up earlier failures'),
    );
  return {
    async stop() {
      await alerts?.stop();
      await parts.messenger.stop();
    },
  };
}

function startAlerts(config: Config, parts: TellingParts): AlertWatch | undefined {
  const { store, failures, time, log, messenger } = parts;
  const { alerts: receiver } = config;
  if (!receiver) return undefined;
  const startedAt = time.now();
  const failedAt = (source: string) => failures.get(source);
  const watch = watchAlerts({
    receiver: receiver.name,
    store,
    find: () =>
      findAlerts({ ...parts, receivers: messenger.states, config, failedAt, clock: time, startedAt }),
    time,
    log,
    tells: store.shared?.tells,
    written: () => messenger.wake(receiver.name),
  });
  watch.start();
  return watch;
}
