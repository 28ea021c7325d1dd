import type { Amended, Amendment } from './amendment.ts';
import type { Actor, AuditEntry, AuditFilter, NewAuditEntry } from './audit.ts';
import type { Call, Link } from './call.ts';
import type { ReplayOptions } from './decide/operate.ts';
import type { Resolution, ResolveAnswer } from './decide/resolve.ts';
import type {
  Erased,
  ErasureExtent,
  ErasurePreview,
  ErasureTarget,
  ReadXml,
  SeveralPeople,
  WhichPerson,
} from './erasure.ts';
import type { AcceptedRequest, Added, EventView, PlannableEvent, Status } from './event.ts';
import type { DiscardPreview, EventFilter, EventPage, ReplayPreview } from './event-filter.ts';
import type { ImportedEvent, ImportProgress, ImportRecord, NewImport } from './import-record.ts';
import type { LinkRecord } from './link-record.ts';
import type { NewRefusal, RefusalView } from './refusal.ts';
import type { StoreLookups } from './store-lookups.ts';

/** What people ask and decide, at any process (the promises: Store). */
export interface OperatorStore extends StoreLookups {
  // ── events ──
  /**
   * The newest first. With a search or a filter that fits few, a page may be short and still have a `next`: no page
   * looks at everything. A cursor that cannot be read begins at the newest.
   */
  events(filter: EventFilter): Promise<EventPage>;
  event(id: string): Promise<EventView | undefined>;
  /** The contents of an event, to be read and planned by hand. */
  contents(id: string): Promise<PlannableEvent | undefined>;
  /**
   * What `replay` would have planned again. `clash`: whether a call would set what newer delivered ones have set; without
   * it, none is looked for. `most`: so many events are counted.
   */
  previewReplay(
    what: { id: string } | EventFilter,
    clash: ((call: Call, newer: readonly Call[]) => boolean) | undefined,
    options?: Pick<ReplayOptions, 'again'> & { readonly most?: number | undefined },
  ): Promise<ReplayPreview>;
  /** Has events planned again because a person asks; answers how many. */
  replay(what: { id: string } | EventFilter, options: ReplayOptions, actor?: Actor): Promise<number>;
  /**
   * Keeps a correction of an event's payload, and has it planned again with it: what is not sent yet is made anew,
   * delivered updates are sent again (as `replay` with `again`), and a booking that was made stays as it is. `seen`: so many
   * corrections the person knew of, who saw the payload with them; left out: it is not compared.
   */
  amend(id: string, patch: unknown, actor: Actor, seen?: number): Promise<Amended>;
  /** The corrections of an event, the oldest first. */
  amendments(id: string): Promise<readonly Amendment[]>;
  /**
   * Leaves an event: its calls that are not delivered become `discarded`. Calls in flight stay. `false`: nothing of it is left to discard, or there is no
   * such event.
   */
  discard(id: string, actor?: Actor): Promise<boolean>;
  /** What `discardAll` would do. `most`: so many events are counted. */
  previewDiscard(filter: EventFilter, most?: number): Promise<DiscardPreview>;
  /** Discards every event that matches and is queued, held or failed, in batches; answers how many. */
  discardAll(filter: EventFilter, actor: Actor): Promise<number>;
  /**
   * Takes a person's word about a booking whose answer was lost. `booked`: the call is delivered, its place in the
   * ledger completed, its link made, and further events of this booking that were uncertain because of it are skipped.
   * `not-booked`: its place is free and the call is queued again, its age counting anew; that its answer was once lost
   * is remembered, whatever brings the booking again (Beginning.earlierUnclear). `give-up`: the call is discarded and
   * its place stays taken. Nothing is changed where the booking is being sent, or where another event has it.
   * `call`: the place of the call among those of its event, from 0.
   */
  resolve(what: { id: string; call?: number }, resolution: Resolution, actor: Actor): Promise<ResolveAnswer>;

  // ── lists that people bring in ──
  /** Begins an import; the same file of the same source again is the one that was begun before. */
  beginImport(list: NewImport, actor: Actor): Promise<ImportRecord>;
  importProgress(id: string): Promise<ImportProgress | undefined>;
  /** The events of an import that have a status, in the order of its rows, behind a row. */
  importedEvents(what: {
    id: string;
    status: Status;
    after: number;
    limit: number;
  }): Promise<readonly ImportedEvent[]>;

  /** The events that these ids of a source's sender stand for, by the id; those of which none is known are left out. */
  knownEvents(source: string, senderEventIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The last calls that were delivered in a lane, the oldest first; 50 at most. */
  deliveredIn(destination: string, lane: string): Promise<readonly Call[]>;

  // ── refusals ──
  /** The newest first; `before`: those older than the one of this id, none where it is gone. */
  refusals(filter: { source?: string; limit: number; before?: string }): Promise<readonly RefusalView[]>;
  /** A refusal with its body, to be taken in after all. */
  refusal(
    id: string,
  ): Promise<(NewRefusal & { id: string; acceptedAs: readonly string[] | null }) | undefined>;
  /**
   * Stores a refused webhook after all (as `add`) and notes as which events, in one transaction: asked for twice, it is
   * stored once, and the second answer has the same events as duplicates. Undefined where there is no such refusal.
   * `patch`: a correction of each event that is stored (as `amend`), with which it is planned from the beginning.
   */
  acceptRefusal(
    id: string,
    request: AcceptedRequest,
    actor?: Actor,
    patch?: unknown,
  ): Promise<readonly Added[] | undefined>;

  // ── links ──
  /** In a fixed order; `after` is `linkCursor` of the last link of the page before. */
  links(filter: { people?: string; limit: number; after?: string }): Promise<readonly LinkRecord[]>;
  /** Remembers a link; the lanes of the link and of the number become one; calls that waited are planned again. */
  putLink(link: Link, destination: string, customerId: string): Promise<void>;
  /** The same only where no other number is known: answers that other one, which stays, or undefined. */
  addLink(link: Link, destination: string, customerId: string): Promise<string | undefined>;
  /**
   * Forgets a link; answers the number that it stood for, or undefined where there was none. Calls that were planned with
   * that number keep it. Events that are planned from now on have no number until the link is made again.
   */
  removeLink(link: Link, destination: string, actor: Actor): Promise<string | undefined>;

  // ── the audit trail and erasure ──
  /** Keeps what a person did, where no other method does: what a method with an `actor` does, it keeps itself. */
  record(entry: NewAuditEntry): Promise<void>;
  /** What people did by hand, the newest first. It is kept for 400 days. */
  audit(filter: AuditFilter): Promise<{ entries: readonly AuditEntry[]; next?: string }>;
  /**
   * Erases what is kept of a person: events with all that was received, sent and answered, links, refusals. After it no
   * file of a SQLite store holds the values, its log and its free pages included; in PostgreSQL no row does, and the tables
   * are vacuumed, but its archives and standbys are out of reach. That a booking was made stays in the ledger as a keyed
   * hash, and that something was erased, and why, in the audit trail. What is being sent right now is left, and counted.
   * The ids of the senders are forgotten too, so a late repeat would be a new event. What belongs to several people is
   * not erased before it is said whom it is about. `readXml` reads XML documents; without it they count as unsearched.
   */
  erase(
    target: ErasureTarget,
    actor: Actor,
    extent?: ErasureExtent,
    readXml?: ReadXml,
  ): Promise<Erased | WhichPerson | SeveralPeople>;
  /** What an erasure would find, and to whom it belongs. Changes nothing. */
  previewErasure(
    target: ErasureTarget,
    extent?: ErasureExtent,
    readXml?: ReadXml,
  ): Promise<ErasurePreview | WhichPerson | SeveralPeople>;
}
