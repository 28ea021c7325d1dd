import type { EventView, Status } from './event.ts';

/** A message that waits to be told to a receiver of the config. */
export interface OutboxMessage {
  readonly number: number;
  /** The name of its receiver, as the config has it. */
  readonly receiver: string;
  /** What it is about: those about the same are told one after another. */
  readonly subject: string;
  /** Its `webhook-id`, which is the same at each attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** How often it was sent so far. */
  readonly attempts: number;
}

/** What waits for one receiver. */
export interface OutboxState {
  readonly receiver: string;
  readonly waiting: number;
  /** When the oldest of them was written. Epoch milliseconds. */
  readonly oldestAt: number;
  /** How many of them wait for a person's word, since the store is a copy. */
  readonly held: number;
}

/** Which outcomes of events are told, and how. */
export interface OutcomeTelling {
  /** The receiver of a source's outcomes; undefined: nobody. */
  readonly of: (source: string) => { readonly receiver: string; readonly on: readonly Status[] } | undefined;
  /** The message that tells what an event came to. */
  readonly body: (event: EventView, at: number) => string;
  /** Hears that messages were written, once they are on disk. */
  readonly written: (receiver: string) => void;
  /** Hears that an outcome will not be told, since too many wait for its receiver. */
  readonly dropped: (receiver: string) => void;
}

/** So many messages wait for one receiver at most; what comes after them is dropped, and that is told. */
export const mostWaiting = 100_000;

/** An alert that was raised, or that is over and may come again. Times are epoch milliseconds. */
export interface AlertRecord {
  readonly code: string;
  readonly subject: string;
  readonly since: number;
  /** When it was told that it is over; null: it is not over. */
  readonly clearedAt: number | null;
  /** How often it was over lately. */
  readonly times: number;
}

/** Which messages are given up (OutboxStore.dropMessages). */
export interface MessagesToDrop {
  readonly before: number;
  readonly unnamedBefore: number;
  readonly receivers: readonly string[];
}

/** What is told by webhooks of our own (the promises: Store). */
export interface OutboxStore {
  /** The first message of each subject that may be sent now, longest due first. `except`: subjects that are being sent. */
  dueMessages(what: {
    receiver: string;
    now: number;
    limit: number;
    except: ReadonlySet<string>;
  }): Promise<readonly OutboxMessage[]>;
  /** When the next message is due. Epoch milliseconds. */
  nextMessageAt(receiver: string): Promise<number | undefined>;
  /** Takes a message out: it was told, or is given up. */
  removeMessage(number: number): Promise<void>;
  /** Keeps a message for another attempt, with what became of this one, in words without a value. */
  putOffMessage(number: number, nextAt: number, error: string): Promise<void>;
  /**
   * Gives up a batch of the messages that are older than `before`, or older than `unnamedBefore` and for none of these
   * receivers; answers how many of each. Epoch milliseconds.
   */
  dropMessages(what: MessagesToDrop): Promise<ReadonlyMap<string, number>>;
  /** What waits, by receiver; none of what is empty. */
  outbox(): Promise<readonly OutboxState[]>;
  alerts(): Promise<readonly AlertRecord[]>;
  /** Saves what became of alerts, each with the message that tells it, in one transaction. `forget`: those not needed any more. */
  saveAlerts(
    receiver: string,
    changed: readonly { readonly record: AlertRecord; readonly body: string }[],
    forget: readonly AlertRecord[],
  ): Promise<void>;
}
