import type { JsonField } from '../config/config.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Claim } from './claim.ts';
import type { AttemptRecord, ChangeEntry } from './outcome.ts';
import type { RequestView } from './request-view.ts';

/** The statuses of a call or an event. The order is by need of a person, most first. */
export const allStatuses = [
  'uncertain',
  'failed',
  'held',
  'queued',
  'discarded',
  'delivered',
  'skipped',
] as const;
export type Status = (typeof allStatuses)[number];

/** The outcome of an event of a source. */
export interface EventOutcome {
  readonly source: string;
  readonly status: Exclude<Status, 'queued'>;
  /** Its place in the order of acceptance. */
  readonly sequence: number;
}

/** The way to read the bytes of a body. It is stored with them, so that the result never changes. */
export interface Reading {
  /** `bytes`: its base64. */
  readonly kind: 'json' | 'form' | 'text' | 'multipart' | 'xml' | 'bytes';
  /** A WHATWG encoding label, lower case. */
  readonly charset: string;
  /** The boundary of a multipart body. */
  readonly boundary?: string;
  /** The field of a form, a multipart body or JSON whose text is JSON. */
  readonly jsonField?: JsonField;
  /** The body is JSON that was encoded twice: a text whose characters are JSON. */
  readonly isQuoted?: true;
}

/** A piece of JSON that several items of a webhook share, and its place in the text of one of them. */
export interface SharedText {
  /** The number of characters of the text before it, without other shared pieces. */
  readonly at: number;
  readonly json: string;
}

/** One event in a request: the whole body, or one item of a split one. */
export interface AcceptedItem {
  /** The event's public id; made by the receiver, unique. */
  readonly id: string;
  /** JSON text of the item, without what it shares with others; absent where the event is the whole body. */
  readonly payload?: string;
  /** The pieces shared with other items, in order: stored once for all of them. */
  readonly shared?: readonly SharedText[];
  /** The sender's own id of the event, where the source says how to find it. */
  readonly senderEventId?: string;
  /** The id in the form that earlier versions stored, if the form has changed. It is never stored. */
  readonly formerSenderEventId?: string;
  /** SHA-256 of the item's received contents, base64. */
  readonly contentHash: string;
  /** The sender's name of the kind of event. */
  readonly type?: string;
  /** When it happened, as its sender says. Epoch milliseconds. */
  readonly occurredAt?: number;
  /** The diagnostics; an error among them (`split` or `eventId` failed) makes the event `failed` when it is stored. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One verified webhook, ready to be stored. It holds no credentials: its head and its body come without them. */
export interface AcceptedRequest {
  readonly source: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The received bytes, with placeholders instead of the proofs. */
  readonly body: Uint8Array;
  readonly reading: Reading;
  readonly items: readonly AcceptedItem[];
  /** Its span in a trace (`TraceContext`), if it is recorded. */
  readonly trace?: string;
  /** The row of an imported list, if it is one: live webhooks go first. */
  readonly importedRow?: ImportedRow;
}

/** A row of an imported list: the number of the import, and of the row in its file, from 1. */
export interface ImportedRow {
  readonly import: number;
  readonly row: number;
}

/** The whole JSON text of an item. */
export function wholePayload(payload: string, shared: readonly SharedText[]): string {
  let text = '';
  let from = 0;
  for (const { at, json } of shared) {
    text += payload.slice(from, at) + json;
    from = at;
  }
  return text + payload.slice(from);
}

/** The outcome of one item: stored under its own id, or known already under another event's id. */
export type Added = {
  readonly id: string;
  readonly status: 'queued' | 'duplicate';
  /** Only its sender's id was known: its contents differ from those of the stored event. */
  readonly differs?: true;
  /** It was planned in the same transaction. */
  readonly planned?: true;
  /** Its call, which is claimed for the process that stored it, and may be sent now. */
  readonly claim?: Claim;
};

/** The ids of the items that were stored and are not duplicates. */
export function idsStored(added: readonly Added[]): readonly string[] {
  return added.filter(({ status }) => status === 'queued').map(({ id }) => id);
}

/** An event waiting to be planned, with all that an expression may see. */
export interface PlannableEvent {
  /** Its place in the order of acceptance. */
  readonly sequence: number;
  readonly id: string;
  readonly source: string;
  readonly type?: string;
  readonly receivedAt: number;
  /** When it happened, where its sender says so. Epoch milliseconds. */
  readonly occurredAt?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  readonly reading: Reading;
  readonly payload?: string;
  /** The corrections of the payload by people: JSON Merge Patches (RFC 7396), in order. */
  readonly corrections?: readonly unknown[];
  /**
   * The reason for planning: the first time, again automatically (it was held or waits for its link), or by a person,
   * who may have requested a repetition of delivered updates.
   */
  readonly planning: 'first' | 'again' | 'replay' | 'forced-replay' | 'repeat' | 'forced-repeat';
  /** It is a row of a list. It is planned after all live events, also after those that were accepted later. */
  readonly imported?: true;
  /** `split` or `eventId` failed when it came: it must be split again before it is planned. */
  readonly unsplit?: true;
  /** The number of times that the process ended while it planned this event. */
  readonly ended?: number;
  /** The span of its webhook in a trace (`TraceContext`), if it is recorded. */
  readonly trace?: string;
}

/** One call of an event, as `/api/events/<id>` shows it. */
export interface CallView {
  mapping: string;
  destination: string;
  operation: string;
  status: Status;
  request: RequestView | null;
  nextAttemptAt?: string;
  reason?: string;
  result?: string;
  action?: string;
  url?: string;
  customerId?: string;
  changes?: readonly ChangeEntry[];
  /** The number of further changes that the API listed and that are not stored. */
  furtherChanges?: number;
  diagnostics: readonly Diagnostic[];
  attempts: readonly (Omit<AttemptRecord, 'at'> & { at: string })[];
}

/** The person of an event, as far as known. */
export interface PersonAbout {
  /** The customer number. */
  readonly customerId?: string;
  /** First and last name. */
  readonly name?: string;
  readonly email?: string;
  /** The id by which its sender knows the person. */
  readonly link?: string;
}

/** One event in a list. Times are ISO 8601. */
export interface EventSummary {
  id: string;
  source: string;
  status: Status;
  type?: string;
  receivedAt: string;
  /** When it happened, where its sender says so. */
  occurredAt?: string;
  nextAttemptAt?: string;
  reason?: string;
  /** For a held, failed, skipped or uncertain one: the code of the diagnostic that explains it, if there is one. */
  code?: string;
  /** The step that the customer must still take, as a word of the API. */
  action?: string;
  about?: PersonAbout;
  duplicateOf?: string;
}

/** One event, as `/api/events/<id>` shows it, without its payload (which only the reader of bodies can give). */
export interface EventView extends EventSummary {
  /** The trace of its webhook, if it is recorded: 32 hexadecimal digits. */
  traceId?: string;
  diagnostics: readonly Diagnostic[];
  calls: readonly CallView[];
}
