import type { Config, ReceiverConfig } from '../config/config.ts';
import type { Time } from '../deliver/time/time.ts';
import type { OutboxStore, OutcomeTelling } from '../inbox/outbox.ts';
import type { Store } from '../inbox/store.ts';
import { describeError, type Log } from '../log/log.ts';
import type { Cell, Metrics } from '../metrics/metrics.ts';
import type { ReceiverState } from '../server/health/receivers.ts';
import { createPost, type PostedMessage } from './post-message.ts';
import { createReceiverQueue, mostAtOnce, type ReceiverQueue } from './receiver-queue.ts';

/** Tells the receivers of a config what waits for them in the store. */
export interface Messenger {
  start(): void;
  /** Has a receiver told at once what was written for it. */
  wake(receiver: string): void;
  /** Tells the receivers that the config names now. Resolves when those of before have come to an end. */
  useReceivers(): Promise<void>;
  /** How each receiver of the config stands. */
  states(): Promise<readonly ReceiverState[]>;
  /** Begins nothing more; resolves when what is being sent is answered, or after a few seconds. */
  stop(): Promise<void>;
}

/** Messages that wait for longer are dropped, and that is told. */
export const giveUpAfterMs = 7 * 86_400_000;
/** So old is a message at least that nobody is named for any more: another process may have read another config. */
const unnamedAfterMs = 15 * 60_000;
const tidyEveryMs = 60_000;
const stopWithinMs = 5_000;

/** Every receiver that a config names. */
export function receiversOf({
  sources,
  alerts,
}: Pick<Config, 'sources' | 'alerts'>): readonly ReceiverConfig[] {
  const ofSources = [...sources.values()].flatMap(({ notify }) => (notify ? [notify] : []));
  return [...ofSources, ...(alerts ? [alerts] : [])];
}

/** Why messages were dropped, as a label. */
const droppedReasons = {
  full: 'too many wait for it',
  old: 'waited for a week',
  unnamed: 'not in the config any more',
};

/** Counts and logs messages that will not be told. */
export function tellDropped(
  metrics: Metrics,
  log: Pick<Log, 'error'>,
): (receiver: string, why: keyof typeof droppedReasons, count?: number) => void {
  return (receiver, why, count = 1) => {
    droppedCell(metrics, receiver, why).value += count;
    log.error({ receiver, count, reason: droppedReasons[why] }, 'messages were dropped');
  };
}

function droppedCell(metrics: Metrics, receiver: string, reason: string) {
  const help = 'Callbacks and alerts that will not be told.';
  return metrics.counter('fieldbridge_messages_dropped_total', help, { receiver, reason });
}

/** What is counted of a receiver: attempts by how they ended. Counters begin at 0, so that what appears late can be asked for. */
export function messageCells(
  metrics: Metrics,
  receiver: string,
): Readonly<Record<PostedMessage['kind'], Cell>> {
  for (const reason of ['full', 'old']) droppedCell(metrics, receiver, reason);
  const cell = (result: PostedMessage['kind']) =>
    metrics.counter(
      'fieldbridge_message_attempts_total',
      'Attempts to tell a callback or an alert, by how they ended.',
      { receiver, result },
    );
  return { told: cell('told'), refused: cell('refused'), unanswered: cell('unanswered'), gone: cell('gone') };
}

/** What the store needs to write the outcomes that the sources of a config want told; undefined: none does. */
export function outcomeTelling(
  { sources }: Pick<Config, 'sources'>,
  body: OutcomeTelling['body'],
  hears: Pick<OutcomeTelling, 'written' | 'dropped'>,
): OutcomeTelling {
  const of = (source: string) => {
    const notify = sources.get(source)?.notify;
    return notify && { receiver: notify.name, on: notify.on };
  };
  return { of, body, ...hears };
}

/** Makes the messenger; it does nothing before `start`. */
export function createMessenger(options: {
  readonly config: Pick<Config, 'sources' | 'alerts'>;
  readonly store: OutboxStore & Pick<Store, 'shared'>;
  readonly time: Time;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
}): Messenger {
  const { config, store, time, log, metrics } = options;
  const dropped = tellDropped(metrics, log);
  let queues = queuesNow();
  let cancelTimer = () => {};
  let stopping = false;

  function queuesNow(): ReadonlyMap<string, ReceiverQueue> {
    return new Map(receiversOf(config).map(each => [each.name, queueOf(each)]));
  }

  function queueOf(receiver: ReceiverConfig): ReceiverQueue {
    const cells = messageCells(metrics, receiver.name);
    return createReceiverQueue({
      ...options,
      receiver: receiver.name,
      tells: store.shared?.tells,
      post: createPost(receiver, mostAtOnce),
      count(outcome) {
        cells[outcome].value += 1;
      },
    });
  }

  /** Gives up what is too old, and counts anew how much waits. */
  async function tidy(): Promise<void> {
    try {
      while (store.shared?.tells() ?? true) {
        const now = time.now();
        const names = receiversOf(config).map(each => each.name);
        const given = await store.dropMessages({
          before: now - giveUpAfterMs,
          unnamedBefore: now - unnamedAfterMs,
          receivers: names,
        });
        for (const [receiver, count] of given)
          dropped(receiver, names.includes(receiver) ? 'old' : 'unnamed', count);
        if (given.size === 0) break;
      }
      await store.outbox();
    } catch (error) {
      log.warn({ error: describeError(error) }, 'messages could not be read or written');
    }
    if (!stopping) cancelTimer = time.after(tidyEveryMs, () => void tidy());
  }

  return {
    start() {
      void tidy();
      void tellHeld(store, log);
      for (const queue of queues.values()) queue.wake();
    },
    wake: receiver => queues.get(receiver)?.wake(),
    async useReceivers() {
      const before = queues;
      queues = new Map();
      // What is being sent is not sent a second time beside it.
      await Promise.all([...before.values()].map(queue => queue.stop(stopWithinMs)));
      if (stopping) return;
      queues = queuesNow();
      for (const queue of queues.values()) queue.wake();
    },
    async states() {
      const waiting = new Map((await store.outbox()).map(each => [each.receiver, each]));
      return [...queues].map(([receiver, queue]) => ({
        receiver,
        waiting: waiting.get(receiver)?.waiting ?? 0,
        held: waiting.get(receiver)?.held ?? 0,
        oldestAt: waiting.get(receiver)?.oldestAt,
        trouble: queue.trouble(),
      }));
    },
    async stop() {
      stopping = true;
      cancelTimer();
      await Promise.all([...queues.values()].map(queue => queue.stop(stopWithinMs)));
    },
  };
}

async function tellHeld(store: OutboxStore, log: Pick<Log, 'warn'>): Promise<void> {
  const states = await store.outbox().catch(() => []);
  for (const { receiver, held } of states)
    if (held > 0)
      log.warn({ receiver, count: held }, 'messages wait for a person, since the store is a copy');
}
