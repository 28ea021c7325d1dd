import type { EventView, Status } from './event.ts';

/** A message that waits to be sent to a receiver in the config. */
export interface OutboxMessage {
  readonly number: number;
  /** The name of its receiver in the config. */
  readonly receiver: string;
  /** The subject: messages with the same subject are sent one after another. */
  readonly subject: string;
  /** Its `webhook-id`, which is the same at each attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** The number of attempts so far. */
  readonly attempts: number;
}

/** The waiting messages of one receiver. */
export interface OutboxState {
  readonly receiver: string;
  readonly waiting: number;
  /** The time when the oldest of them was written. Epoch milliseconds. */
  readonly oldestAt: number;
  /** The number of messages that wait for a person's decision, because the store is a copy. */
  readonly held: number;
}

/** The outcomes of events that are reported, and their messages. */
export interface OutcomeTelling {
  /** Returns the receiver of a source's outcomes, and the reported statuses; undefined: nothing is reported. */
  readonly of: (source: string) => { readonly receiver: string; readonly on: readonly Status[] } | undefined;
  /** Returns the message about an event's outcome. */
  readonly body: (event: EventView, at: number) => string;
  /** Called when messages are on disk. */
  readonly written: (receiver: string) => void;
  /** Called when an outcome is not reported because too many messages wait for its receiver. */
  readonly dropped: (receiver: string) => void;
}

/** The maximum number of waiting messages for one receiver; later ones are dropped and reported. */
export const mostWaiting = 100_000;

/** An alert that was raised, or that has ended and may occur again. Times are epoch milliseconds. */
export interface AlertRecord {
  readonly code: string;
  readonly subject: string;
  readonly since: number;
  /** The time when its end was reported; null: it has not ended. */
  readonly clearedAt: number | null;
  /** The number of times that it ended recently. */
  readonly times: number;
}

/** The messages that are dropped (OutboxStore.dropMessages). */
export interface MessagesToDrop {
  readonly before: number;
  readonly unnamedBefore: number;
  readonly receivers: readonly string[];
}

/** The methods for the webhooks that this program sends (the promises: Store). */
export interface OutboxStore {
  /** Returns the first due message of each subject, the longest due first. `except`: subjects that are being sent. */
  dueMessages(what: {
    receiver: string;
    now: number;
    limit: number;
    except: ReadonlySet<string>;
  }): Promise<readonly OutboxMessage[]>;
  /** Returns the time when the next message is due. Epoch milliseconds. */
  nextMessageAt(receiver: string): Promise<number | undefined>;
  /** Removes a message that was sent or dropped. */
  removeMessage(number: number): Promise<void>;
  /** Keeps a message for another attempt, with the result of this attempt, without values. */
  putOffMessage(number: number, nextAt: number, error: string): Promise<void>;
  /**
   * Drops a batch of the messages that are older than `before`, or older than `unnamedBefore` and for none of these
   * receivers; returns the number of each. Epoch milliseconds.
   */
  dropMessages(what: MessagesToDrop): Promise<ReadonlyMap<string, number>>;
  /** Returns the waiting messages by receiver; receivers without any are left out. */
  outbox(): Promise<readonly OutboxState[]>;
  alerts(): Promise<readonly AlertRecord[]>;
  /** Stores the states of alerts with their messages, in one transaction. `forget`: states that are not needed now. */
  saveAlerts(
    receiver: string,
    changed: readonly { readonly record: AlertRecord; readonly body: string }[],
    forget: readonly AlertRecord[],
  ): Promise<void>;
}

/** A message to be stored. `event`: the sequence of its event, with which it is deleted. */
export interface NewMessage {
  readonly receiver: string;
  readonly subject: string;
  readonly event: number | null;
  readonly body: string;
}

/** Returns the messages that report changed alerts. */
export function alertMessages(
  receiver: string,
  changed: readonly { readonly record: AlertRecord; readonly body: string }[],
): readonly NewMessage[] {
  return changed.map(({ record: { code, subject }, body }) => ({
    receiver,
    subject: `${code} ${subject}`,
    event: null,
    body,
  }));
}

/** Makes the id of a message, which is the same in each attempt. */
export function newMessageId(random: (size: number) => Uint8Array): string {
  return `msg_${Buffer.from(random(16)).toString('hex')}`;
}
