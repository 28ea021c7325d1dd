import type { JsonField } from '../config/config.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Claim } from './claim.ts';
import type { AttemptRecord, ChangeEntry } from './outcome.ts';
import type { RequestView } from './request-view.ts';

/** The statuses of a call or an event, ordered by how much they need a person, the most first. */
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
  /** Its position in the order of acceptance. */
  readonly sequence: number;
}

/** How the bytes of a body are read. It is stored with the bytes, so that the result never changes. */
export interface Reading {
  /** `bytes`: the bytes as base64. */
  readonly kind: 'json' | 'form' | 'text' | 'multipart' | 'xml' | 'bytes';
  /** A WHATWG encoding label, lower case. */
  readonly charset: string;
  /** The boundary of a multipart body. */
  readonly boundary?: string;
  /** The field of a form, of a multipart body or of JSON that contains JSON as text. */
  readonly jsonField?: JsonField;
  /** True if the body is JSON that was encoded twice: a JSON text that contains JSON. */
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
  /** The JSON text of the item, without the shared pieces; missing if the event is the whole body. */
  readonly payload?: string;
  /** The pieces shared with other items, in order; they are stored once for all items. */
  readonly shared?: readonly SharedText[];
  /** The sender's own id of the event, if the source defines where to find it. */
  readonly senderEventId?: string;
  /** The id in the form of earlier versions, if that form was different. It is not stored. */
  readonly formerSenderEventId?: string;
  /** SHA-256 of the item's received contents, base64. */
  readonly contentHash: string;
  /** The sender's name for the kind of event. */
  readonly type?: string;
  /** The time when it happened, as its sender states it. Epoch milliseconds. */
  readonly occurredAt?: number;
  /** The path or expression of `occurredAt`, if that is a text without a time zone, read as UTC. It is not stored. */
  readonly occurredWithoutZone?: string;
  /** The diagnostics. With an error among them (`split` or `eventId` failed), the event is stored as `failed`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One verified webhook, ready to be stored. Its headers and its body contain no credentials. */
export interface AcceptedRequest {
  readonly source: string;
  /** The time of receipt. Epoch milliseconds. */
  readonly receivedAt: number;
  /** The header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The received bytes, with placeholders instead of the proofs. */
  readonly body: Uint8Array;
  readonly reading: Reading;
  readonly items: readonly AcceptedItem[];
  /** The span of the webhook in a trace (`TraceContext`), if it is recorded. */
  readonly trace?: string;
  /** The row of an imported list, if it is one: live webhooks go first. */
  readonly importedRow?: ImportedRow;
}

/** A row of an imported list: the number of the import, and of the row in its file, from 1. */
export interface ImportedRow {
  readonly import: number;
  readonly row: number;
}

/** Returns the whole JSON text of an item. */
export function wholePayload(payload: string, shared: readonly SharedText[]): string {
  let text = '';
  let from = 0;
  for (const { at, json } of shared) {
    text += payload.slice(from, at) + json;
    from = at;
  }
  return text + payload.slice(from);
}

/** The result for one item: stored under its own id, or already known under another event's id. */
export type Added = {
  readonly id: string;
  readonly status: 'queued' | 'duplicate';
  /** True if only its sender's id was known, and its contents differ from those of the stored event. */
  readonly differs?: true;
  /** True if it was planned in the same transaction. */
  readonly planned?: true;
  /** Its call, claimed for the process that stored it, which may be sent now. */
  readonly claim?: Claim;
};

/** Returns the ids of the stored items, without duplicates. */
export function idsStored(added: readonly Added[]): readonly string[] {
  return added.filter(({ status }) => status === 'queued').map(({ id }) => id);
}

/** An event that waits to be planned, with all data that an expression can read. */
export interface PlannableEvent {
  /** Its position in the order of acceptance. */
  readonly sequence: number;
  readonly id: string;
  readonly source: string;
  readonly type?: string;
  readonly receivedAt: number;
  /** The time when it happened, if its sender states it. Epoch milliseconds. */
  readonly occurredAt?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  readonly reading: Reading;
  readonly payload?: string;
  /** The corrections of the payload by people: JSON Merge Patches (RFC 7396), in order. */
  readonly corrections?: readonly unknown[];
  /**
   * The reason for planning: the first time, again automatically (it was held or waits for its link), or a replay by
   * a person, who may have requested to repeat delivered updates.
   */
  readonly planning: 'first' | 'again' | 'replay' | 'forced-replay' | 'repeat' | 'forced-repeat';
  /** True for a row of a list. It is planned after all live events, even after later ones. */
  readonly imported?: true;
  /** True if `split` or `eventId` failed on receipt: it must be split again before it is planned. */
  readonly unsplit?: true;
  /** The number of times that the process ended while it was planning this event (`isPlannedLast`). */
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
  /** The person's id at the sender. */
  readonly link?: string;
}

/** One event in a list. Times are ISO 8601. */
export interface EventSummary {
  id: string;
  source: string;
  status: Status;
  type?: string;
  receivedAt: string;
  /** The time when it happened, if its sender states it. */
  occurredAt?: string;
  nextAttemptAt?: string;
  reason?: string;
  /** For a held, failed, skipped or uncertain event: the code of the diagnostic that explains it, if there is one. */
  code?: string;
  /** For a queued or delivered event: the codes of its warnings, the most urgent first; missing if there are none. */
  warnings?: readonly string[];
  /** The message of the first of `warnings`. */
  warning?: string;
  /** The step that the customer must still take, in the API's term. */
  action?: string;
  about?: PersonAbout;
  duplicateOf?: string;
}

/** One event, as `/api/events/<id>` returns it, without its payload (which needs the reader of bodies). */
export interface EventView extends EventSummary {
  /** The trace of its webhook, if it is recorded: 32 hexadecimal digits. */
  traceId?: string;
  diagnostics: readonly Diagnostic[];
  calls: readonly CallView[];
}
