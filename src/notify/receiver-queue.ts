import type { Time } from '../deliver/time/time.ts';
import { backoffMs } from '../inbox/decide/backoff.ts';
import type { OutboxMessage, OutboxStore } from '../inbox/outbox.ts';
import { describeError, type Log } from '../log/log.ts';
import type { Post, PostedMessage } from './post-message.ts';

/** Sends the waiting messages of one receiver. */
export interface ReceiverQueue {
  /** Checks for messages now. */
  wake(): void;
  /** Returns why and since when the receiver accepts no messages; undefined while it does. */
  trouble(): { readonly why: string; readonly since: number } | undefined;
  /** Starts no more messages; resolves when those in flight have a response, or after `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

export interface ReceiverQueueOptions {
  readonly receiver: string;
  readonly store: OutboxStore;
  readonly post: Post;
  readonly time: Time;
  readonly random: () => number;
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>;
  readonly count: (outcome: PostedMessage['kind']) => void;
  /** With several processes on the store: true if this one sends. By default it is alone, and knows each message. */
  readonly tells?: (() => boolean) | undefined;
}

/** The maximum number of messages in flight to a receiver; only one after failures. */
export const mostAtOnce = 8;
/** The number of consecutive failures that show a problem of the receiver, not of a message. */
const failuresOfReceiver = 3;
/** The maximum pause that a receiver may request. */
const longestAskedMs = 5 * 60_000;
/** The backoff of one message, and below it the pause of a failing receiver. */
const retry = { firstMs: 2_000, maxMs: 15 * 60_000 };
const pause = { firstMs: 2_000, maxMs: 60_000 };
const idleMs = 60_000;
/** The interval for checking messages that other processes wrote. Milliseconds. */
const lookForOthersMs = 1_000;

/** Creates the queue of a receiver; it does nothing before `wake`. */
export function createReceiverQueue(options: ReceiverQueueOptions): ReceiverQueue {
  const { receiver, store, time, log, tells = () => true } = options;
  const restMs = options.tells ? lookForOthersMs : idleMs;
  const sending = new Map<string, Promise<void>>();
  const health = createHealth(options);
  let stopping = false;
  const send = createSend(options, health, () => stopping);
  let looking = false;
  let again = false;
  let cancelTimer = () => {};

  function wake(): void {
    again = true;
    if (looking || stopping) return;
    looking = true;
    void look().finally(() => {
      looking = false;
      if (again && !stopping) time.after(0, wake);
    });
  }

  async function look(): Promise<void> {
    again = false;
    cancelTimer();
    let waitMs = restMs;
    try {
      if (tells()) {
        await sendDue();
        if (sending.size === 0) waitMs = await nextInMs();
      }
    } catch (error) {
      waitMs = pause.firstMs;
      if (!stopping) log.warn({ receiver, error: describeError(error) }, 'cannot read or write messages');
    }
    if (!stopping) cancelTimer = time.after(waitMs, wake);
  }

  async function sendDue(): Promise<void> {
    const room = health.room() - sending.size;
    if (room <= 0) return;
    const except = new Set(sending.keys());
    for (const message of await store.dueMessages({ receiver, now: time.now(), limit: room, except })) {
      if (stopping) return;
      const sent = send(message).finally(() => {
        sending.delete(message.subject);
        wake();
      });
      sending.set(message.subject, sent);
    }
  }

  async function nextInMs(): Promise<number> {
    const due = await store.nextMessageAt(receiver);
    if (due === undefined) return restMs;
    return Math.min(restMs, Math.max(1, due - time.now(), health.restsForMs()));
  }

  return {
    wake,
    trouble: health.trouble,
    async stop(withinMs) {
      stopping = true;
      cancelTimer();
      let cancel = () => {};
      const late = new Promise<void>(resolve => {
        cancel = time.after(withinMs, resolve);
      });
      await Promise.race([Promise.all(sending.values()), late]);
      cancel();
      await options.post.close();
    },
  };
}

/** Sends a message once and stores the result; it does not throw. */
function createSend(options: ReceiverQueueOptions, health: Health, isStopping: () => boolean) {
  const { receiver, store, time, log } = options;

  async function write(message: OutboxMessage, posted: PostedMessage): Promise<void> {
    if (posted.kind === 'told') return store.removeMessage(message.number);
    const waitMs = Math.max(backoffMs(message.attempts + 1, retry, options.random), askedMs(posted));
    return store.putOffMessage(message.number, time.now() + waitMs, posted.why);
  }

  return async (message: OutboxMessage): Promise<void> => {
    const startedAt = time.monotonic();
    const posted = await options.post.send(message, time.now() + (time.jumps?.ms() ?? 0));
    if (isStopping() && posted.kind === 'unanswered') return;
    options.count(posted.kind);
    health.note(posted, startedAt);
    const ms = Math.round(time.monotonic() - startedAt);
    const about = { receiver, message: message.id, attempt: message.attempts + 1, ms };
    if (posted.kind === 'told') log.debug(about, 'message delivered');
    else log.debug({ ...about, reason: posted.why }, 'message delayed');
    try {
      await write(message, posted);
    } catch (error) {
      // The message is sent again with the same id when the store is available; until then nothing is sent.
      health.rest(pause.firstMs);
      if (!isStopping()) log.warn({ receiver, error: describeError(error) }, 'cannot read or write messages');
    }
  };
}

/**
 * Returns the requested wait of a receiver in milliseconds, up to a limit: one response must not stop messages for
 * hours.
 */
function askedMs({ pauseMs = 0 }: Exclude<PostedMessage, { kind: 'told' }>): number {
  return Math.min(pauseMs, longestAskedMs);
}

type Health = ReturnType<typeof createHealth>;

/** Tracks the failures of a receiver, and the pause after them. */
function createHealth({ receiver, time, random, log }: ReceiverQueueOptions) {
  let failures = 0;
  let since = 0;
  let why = '';
  let restsUntil = Number.NEGATIVE_INFINITY;
  let rests = 0;
  let restedAt = Number.NEGATIVE_INFINITY;
  let gone = false;

  function rest(ms: number): void {
    restsUntil = Math.max(restsUntil, time.monotonic() + ms);
  }

  function recover(): void {
    if (failures >= failuresOfReceiver || gone) log.info({ receiver, count: failures }, 'receiver recovered');
    failures = 0;
    rests = 0;
    gone = false;
    restsUntil = Number.NEGATIVE_INFINITY;
  }

  return {
    rest,
    /** `startedAt`: the start of the attempt, by the monotonic clock. */
    note(posted: PostedMessage, startedAt: number): void {
      if (posted.kind === 'told') {
        recover();
        return;
      }
      if (failures === 0) since = time.now();
      failures += 1;
      why = posted.why;
      rest(askedMs(posted));
      if (posted.kind === 'gone') {
        if (!gone) log.error({ receiver, reason: why }, 'receiver gone');
        gone = true;
      }
      if (failures < failuresOfReceiver) return;
      if (failures === failuresOfReceiver) log.warn({ receiver, reason: why }, 'receiver failing');
      // Failed attempts that were in flight together count as one.
      if (startedAt < restedAt) return;
      restedAt = time.monotonic();
      rests += 1;
      rest(backoffMs(rests, pause, random));
    },
    room: () => (gone || time.monotonic() < restsUntil ? 0 : failures > 0 ? 1 : mostAtOnce),
    restsForMs: () => (gone ? Number.POSITIVE_INFINITY : restsUntil - time.monotonic()),
    trouble: () => (failures >= failuresOfReceiver || gone ? { why, since } : undefined),
  };
}
