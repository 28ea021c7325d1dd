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
import type { AcceptedRequest, Added, EventView, PlannableEvent } from './event.ts';
import type { DiscardPreview, EventFilter, EventPage, ReplayPreview } from './event-filter.ts';
import type {
  ImportedEvent,
  ImportedFilter,
  ImportProgress,
  ImportRecord,
  KnownOutcome,
  NewImport,
} from './import-record.ts';
import type { LinkRecord } from './link-record.ts';
import type { NewRefusal, RefusalView } from './refusal.ts';
import type { StoreLookups } from './store-lookups.ts';

/** The methods for requests and decisions of people, at any process (the promises: Store). */
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
   * Returns the expected effect of `replay`. `clash`: also counts calls that would overwrite values of newer delivered
   * ones. `most`: the maximum number of counted events.
   */
  previewReplay(
    what: { id: string } | EventFilter,
    clash: ((call: Call, newer: readonly Call[]) => boolean) | undefined,
    options?: Pick<ReplayOptions, 'again'> & { readonly most?: number | undefined },
  ): Promise<ReplayPreview>;
  /** Plans events again at the request of a person; returns their number. */
  replay(what: { id: string } | EventFilter, options: ReplayOptions, actor?: Actor): Promise<number>;
  /**
   * Stores a correction of an event's payload, and plans the event again with it. Unsent calls are made again,
   * delivered updates are sent again (as `replay` with `again`), and a completed booking stays unchanged. `seen`: the
   * number of corrections in the payload that the person saw; by default it is not compared.
   */
  amend(id: string, patch: unknown, actor: Actor, seen?: number): Promise<Amended>;
  /** The corrections of an event, the oldest first. */
  amendments(id: string): Promise<readonly Amendment[]>;
  /**
   * Leaves an event: its calls that are not delivered become `discarded`. Calls in flight stay. `false`: nothing of it is left to discard, or there is no
   * such event.
   */
  discard(id: string, actor?: Actor): Promise<boolean>;
  /** Returns the expected effect of `discardAll`. `most`: the maximum number of counted events. */
  previewDiscard(filter: EventFilter, most?: number): Promise<DiscardPreview>;
  /** Discards every matching event that is queued, held or failed, in batches; returns their number. */
  discardAll(filter: EventFilter, actor: Actor): Promise<number>;
  /**
   * Records a person's decision about a booking whose response was lost. `booked`: the call is delivered, its ledger
   * entry completed, its link made, and further events of this booking that were uncertain because of it are skipped.
   * `not-booked`: the entry is released and the call is queued again with a new age; the lost response stays recorded
   * for any later attempt of the booking (Beginning.earlierUnclear). `give-up`: the call is discarded and its entry
   * stays. Nothing changes if the booking is being sent, or if another event has it. `call`: the position of the call
   * in its event, from 0.
   */
  resolve(what: { id: string; call?: number }, resolution: Resolution, actor: Actor): Promise<ResolveAnswer>;

  // ── imported lists ──
  /** Begins an import; the same file of the same source again is the one that was begun before. */
  beginImport(list: NewImport, actor: Actor): Promise<ImportRecord>;
  /** The import alone, without looking at its events. */
  importRecord(id: string): Promise<ImportRecord | undefined>;
  importProgress(id: string): Promise<ImportProgress | undefined>;
  /** The events of an import that have a status, in the order of its rows. */
  importedEvents(what: ImportedFilter): Promise<readonly ImportedEvent[]>;
  /** The outcomes of events by their ids; those that are not there are left out. */
  outcomes(ids: readonly string[]): Promise<ReadonlyMap<string, KnownOutcome>>;
  /**
   * Discards a failed event of a source, as its row was corrected and is another event now (`by`). `false`: it is not there,
   * or it has not failed.
   */
  replaceFailed(what: { source: string; id: string; by: string }, actor: Actor): Promise<boolean>;

  /** Returns the events of these ids of a source's sender, by id; unknown ids are left out. */
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
  /** Counts the calls that wait for the customer number of their link, up to `most`. */
  waitingForLinks(most: number): Promise<number>;
  /** In a fixed order; `after` is `linkCursor` of the last link of the page before. */
  links(filter: { people?: string; limit: number; after?: string }): Promise<readonly LinkRecord[]>;
  /** Remembers a link; the lanes of the link and of the number become one; calls that waited are planned again. */
  putLink(link: Link, destination: string, customerId: string): Promise<void>;
  /** Adds the link only if no other number is known; returns that other number, which stays, or undefined. */
  addLink(link: Link, destination: string, customerId: string): Promise<string | undefined>;
  /**
   * Forgets a link; answers the number that it stood for, or undefined where there was none. Calls that were planned with
   * that number keep it. Events that are planned from now on have no number until the link is made again.
   */
  removeLink(link: Link, destination: string, actor: Actor): Promise<string | undefined>;

  // ── the audit log and erasure ──
  /** Keeps what a person did, where no other method does: what a method with an `actor` does, it keeps itself. */
  record(entry: NewAuditEntry): Promise<void>;
  /** Returns the manual actions, the newest first. They are kept for 400 days. */
  audit(filter: AuditFilter): Promise<{ entries: readonly AuditEntry[]; next?: string }>;
  /**
   * Erases what is kept of a person: events with all that was received, sent and answered, links, refusals. After it no
   * file of a SQLite store holds the values, its log and its free pages included; in PostgreSQL no row does, and the tables
   * are vacuumed, but its archives and standbys are out of reach. That a booking was made stays in the ledger as a keyed
   * hash, and that something was erased, and why, in the audit log. Calls in flight are left, and counted.
   * The ids of the senders are forgotten too, so a late repeat would be a new event. What belongs to several people is
   * not erased before it is said whom it is about. `readXml` reads XML documents; without it they count as unsearched.
   */
  erase(
    target: ErasureTarget,
    actor: Actor,
    extent?: ErasureExtent,
    readXml?: ReadXml,
  ): Promise<Erased | WhichPerson | SeveralPeople>;
  /** Returns the data that an erasure would find, and their people. It changes nothing. */
  previewErasure(
    target: ErasureTarget,
    extent?: ErasureExtent,
    readXml?: ReadXml,
  ): Promise<ErasurePreview | WhichPerson | SeveralPeople>;
}
