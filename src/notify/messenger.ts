import type { Config, ReceiverConfig } from '../config/config.ts';
import type { Time } from '../deliver/time/time.ts';
import type { OutboxStore, OutcomeTelling } from '../inbox/outbox.ts';
import type { Store } from '../inbox/store.ts';
import { describeError, type Log } from '../log/log.ts';
import type { Cell, Metrics } from '../metrics/metrics.ts';
import type { ReceiverState } from '../server/health/receivers.ts';
import { createPost, type PostedMessage } from './post-message.ts';
import { createReceiverQueue, mostAtOnce, type ReceiverQueue } from './receiver-queue.ts';

/** Sends the messages in the store to the receivers in a config. */
export interface Messenger {
  start(): void;
  /** Sends the receiver's new messages at once. */
  wake(receiver: string): void;
  /** Uses the receivers of the current config. Resolves when the queues of previous ones have stopped. */
  useReceivers(): Promise<void>;
  /** Returns the state of each receiver of the config. */
  states(): Promise<readonly ReceiverState[]>;
  /** Starts no more messages; resolves when those in flight have a response, or after a few seconds. */
  stop(): Promise<void>;
}

/** The maximum age of a message: older ones are dropped, which the log reports. */
export const giveUpAfterMs = 7 * 86_400_000;
/**
 * The minimum age of a message without a receiver before it is dropped: other processes may use another config.
 */
const unnamedAfterMs = 15 * 60_000;
const tidyEveryMs = 60_000;
const stopWithinMs = 5_000;

/** Returns every receiver in a config. */
export function receiversOf({
  sources,
  alerts,
}: Pick<Config, 'sources' | 'alerts'>): readonly ReceiverConfig[] {
  const ofSources = [...sources.values()].flatMap(({ notify }) => (notify ? [notify] : []));
  return [...ofSources, ...(alerts ? [alerts] : [])];
}

/** The reasons why messages were dropped, as labels. */
const droppedReasons = {
  full: 'too many wait for it',
  old: 'waited for a week',
  unnamed: 'not in the config any more',
};

/** Counts and logs dropped messages. */
export function tellDropped(
  metrics: Metrics,
  log: Pick<Log, 'error'>,
): (receiver: string, why: keyof typeof droppedReasons, count?: number) => void {
  return (receiver, why, count = 1) => {
    droppedCell(metrics, receiver, why).value += count;
    log.error({ receiver, count, reason: droppedReasons[why] }, 'messages dropped');
  };
}

function droppedCell(metrics: Metrics, receiver: string, reason: string) {
  const help = 'Callbacks and alerts that are never sent.';
  return metrics.counter('fieldbridge_messages_dropped_total', help, { receiver, reason });
}

/** Returns the counters of a receiver: attempts by result. They begin at 0, so that late results can be queried. */
export function messageCells(
  metrics: Metrics,
  receiver: string,
): Readonly<Record<PostedMessage['kind'], Cell>> {
  for (const reason of ['full', 'old']) droppedCell(metrics, receiver, reason);
  const cell = (result: PostedMessage['kind']) =>
    metrics.counter(
      'fieldbridge_message_attempts_total',
      'Attempts to send a callback or an alert, by result.',
      { receiver, result },
    );
  return { told: cell('told'), refused: cell('refused'), unanswered: cell('unanswered'), gone: cell('gone') };
}

/**
 * Returns the data that the store needs to write the outcome messages of a config; undefined if no source has `notify`.
 */
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

/** Creates the messenger; it does nothing before `start`. */
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

  /** Drops messages that are too old, and counts the waiting ones. */
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
      log.warn({ error: describeError(error) }, 'cannot read or write messages');
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
      // Waits for messages in flight, so that none is sent twice in parallel.
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
    if (held > 0) log.warn({ receiver, count: held }, 'messages wait: the store is a copy');
}
