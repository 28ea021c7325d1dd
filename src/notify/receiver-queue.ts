import type { Time } from '../deliver/time/time.ts';
import { backoffMs } from '../inbox/decide/backoff.ts';
import type { OutboxMessage, OutboxStore } from '../inbox/outbox.ts';
import { describeError, type Log } from '../log/log.ts';
import type { Post, PostedMessage } from './post-message.ts';

/** Tells one receiver what waits for it, by itself. */
export interface ReceiverQueue {
  /** Has it look for messages. */
  wake(): void;
  /** Why it takes none, and since when; undefined while it does. */
  trouble(): { readonly why: string; readonly since: number } | undefined;
  /** Begins nothing more; resolves when what is being sent is answered, or after so many milliseconds. */
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
  /** Where processes share the store: whether this one tells. Left out: it is alone, and knows of each message. */
  readonly tells?: (() => boolean) | undefined;
}

/** So many messages are sent to a receiver at a time; one alone, while it is in trouble. */
export const mostAtOnce = 8;
/** So many failures in a row are those of the receiver, not of a message. */
const failuresOfReceiver = 3;
/** A receiver that asks for a longer rest is asked again after this one. */
const longestAskedMs = 5 * 60_000;
/** How long one message waits for its next attempt, and how long a receiver in trouble is left alone. */
const retry = { firstMs: 2_000, maxMs: 15 * 60_000 };
const pause = { firstMs: 2_000, maxMs: 60_000 };
const idleMs = 60_000;
/** Where others write messages too, these are looked for so often. */
const lookForOthersMs = 1_000;

/** Makes the queue of a receiver; it does nothing before `wake`. */
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
      if (!stopping)
        log.warn({ receiver, error: describeError(error) }, 'messages could not be read or written');
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

/** Sends a message once and writes what came of it; it does not throw. */
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
    if (posted.kind === 'told') log.debug(about, 'message told');
    else log.debug({ ...about, reason: posted.why }, 'message put off');
    try {
      await write(message, posted);
    } catch (error) {
      // It is sent again with the same id, once the store can be written; until then nothing is.
      health.rest(pause.firstMs);
      if (!isStopping())
        log.warn({ receiver, error: describeError(error) }, 'messages could not be read or written');
    }
  };
}

/** How long a receiver asks to be left alone, as far as that is heeded: one answer must not silence it for hours. */
function askedMs({ pauseMs = 0 }: Exclude<PostedMessage, { kind: 'told' }>): number {
  return Math.min(pauseMs, longestAskedMs);
}

type Health = ReturnType<typeof createHealth>;

/** How a receiver takes what it is told, and how long it is left alone. */
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
    if (failures >= failuresOfReceiver || gone)
      log.info({ receiver, count: failures }, 'a receiver takes messages again');
    failures = 0;
    rests = 0;
    gone = false;
    restsUntil = Number.NEGATIVE_INFINITY;
  }

  return {
    rest,
    /** `startedAt`: when the attempt began, by the monotonic clock. */
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
        if (!gone) log.error({ receiver, reason: why }, 'a receiver wants no more messages');
        gone = true;
      }
      if (failures < failuresOfReceiver) return;
      if (failures === failuresOfReceiver)
        log.warn({ receiver, reason: why }, 'a receiver takes no messages');
      // Attempts that were under way together are one proof that it is in trouble.
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
