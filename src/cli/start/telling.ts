import type { Config } from '../../config/config.ts';
import type { Time } from '../../deliver/time/time.ts';
import type { OutcomeTelling } from '../../inbox/outbox.ts';
import type { Store } from '../../inbox/store.ts';
import type { Log } from '../../log/log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type AlertParts, findAlerts } from '../../notify/alerts/find-alerts.ts';
import { type AlertWatch, watchAlerts } from '../../notify/alerts/watch-alerts.ts';
import { type Messenger, outcomeTelling, tellDropped } from '../../notify/messenger.ts';

/** What the store has to write for those who are told what became of events; undefined where nobody is. */
export async function tellingOf(
  config: Config,
  {
    metrics,
    log,
    written,
  }: { readonly metrics: Metrics; readonly log: Log; readonly written: (receiver: string) => void },
): Promise<OutcomeTelling | undefined> {
  if (![...config.sources.values()].some(each => each.notify)) return undefined;
  const { outcomeMessages } = await import('../../notify/outcome-message.ts');
  const dropped = tellDropped(metrics, log);
  return outcomeTelling(config, outcomeMessages(), {
    written,
    dropped: receiver => dropped(receiver, 'full'),
  });
}

/** What telling needs of the bridge. */
type TellingParts = Omit<AlertParts, 'config' | 'failedAt' | 'clock' | 'startedAt'> & {
  readonly store: Store;
  /** When an event of a source last failed. */
  readonly failures: ReadonlyMap<string, number>;
  readonly time: Time;
  readonly log: Log;
  readonly messenger: Messenger;
};

/** Begins to send what waits to be told, and to watch over what an operator is told, where the config says who that is. */
export function startTelling(config: Config, parts: TellingParts): { stop(): Promise<void> } {
  parts.messenger.start();
  const alerts = startAlerts(config, parts);
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
    find: () => findAlerts({ ...parts, config, failedAt, clock: time, startedAt }),
    time,
    log,
    written: () => messenger.wake(receiver.name),
  });
  watch.start();
  return watch;
}
