import type { Amended, Amendment } from './amendment.ts';
import type { Actor, AuditEntry, AuditFilter, NewAuditEntry } from './audit.ts';
import type { Call, Link } from './call.ts';
import type { KnownEvent } from './decide/duplicates.ts';
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
  DeliveryOfPerson,
  ImportedEvent,
  ImportedFilter,
  ImportProgress,
  ImportRecord,
  KnownOutcome,
  NewImport,
  PlacedRow,
} from './import-record.ts';
import type { LinkRecord } from './link-record.ts';
import type { NewRefusal, RefusalView } from './refusal.ts';
import type { StoreLookups } from './store-lookups.ts';

/** The methods for requests and decisions of people, in any process (the promises: Store). */
export interface OperatorStore extends StoreLookups {
  // ── events ──
  /**
   * Returns events, the newest first. A page may be short and still have a `next` if a search or a filter matches few
   * events, because a page examines only a limited number. An unreadable cursor begins at the newest.
   */
  events(filter: EventFilter): Promise<EventPage>;
  event(id: string): Promise<EventView | undefined>;
  /** Returns the contents of an event, for display and for a preview. */
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
  /** Returns the ids of events with values that were left out because of this newer event, the newest first. */
  eventsLeftOutFor(id: string): Promise<readonly string[]>;
  /** Plans events again at the request of a person; returns their number. */
  replay(what: { id: string } | EventFilter, options: ReplayOptions, actor?: Actor): Promise<number>;
  /**
   * Stores a correction of an event's payload, and plans the event again with it. Unsent calls are made again,
   * delivered updates are sent again (as `replay` with `again`), and a completed booking stays unchanged. `seen`: the
   * number of corrections in the payload that the person saw; by default it is not compared.
   */
  amend(id: string, patch: unknown, actor: Actor, seen?: number): Promise<Amended>;
  /** Returns the corrections of an event, the oldest first. */
  amendments(id: string): Promise<readonly Amendment[]>;
  /**
   * Discards an event: its undelivered calls become `discarded`. Calls in flight stay. `false`: nothing of it is left
   * to discard, or there is no such event.
   */
  discard(id: string, actor?: Actor): Promise<boolean>;
  /** Returns the expected effect of `discardAll`. `most`: the maximum number of counted events. */
  previewDiscard(filter: EventFilter, most?: number): Promise<DiscardPreview>;
  /** Discards every matching event that is queued, held or failed, in batches; returns their number. */
  discardAll(filter: EventFilter, actor: Actor): Promise<number>;
  /**
   * Stores a person's decision about a booking whose response was lost. `booked`: the call is delivered, its ledger
   * entry completed, its link made, and further events of this booking that were uncertain because of it are skipped.
   * `not-booked`: the entry is released and the call is queued again with a new age; the lost response stays recorded
   * for any later attempt of the booking (Beginning.earlierUnclear). `give-up`: the call is discarded and its entry
   * stays. Nothing changes if the booking is being sent, or if another event has it. `call`: the position of the call
   * in its event, from 0.
   */
  resolve(what: { id: string; call?: number }, resolution: Resolution, actor: Actor): Promise<ResolveAnswer>;

  // ── imported lists ──
  /** Begins an import, or returns the existing one for the same file of the same source. */
  beginImport(list: NewImport, actor: Actor): Promise<ImportRecord>;
  /** Returns an import without reading its events. */
  importRecord(id: string): Promise<ImportRecord | undefined>;
  /** Returns the import of a file with this digest for a source. */
  importOf(source: string, digest: string): Promise<ImportRecord | undefined>;
  importProgress(id: string): Promise<ImportProgress | undefined>;
  /** Returns the events of an import with a status, in the order of its rows. */
  importedEvents(what: ImportedFilter): Promise<readonly ImportedEvent[]>;
  /** Returns the outcomes of events by id; unknown ids are left out. */
  outcomes(ids: readonly string[]): Promise<ReadonlyMap<string, KnownOutcome>>;
  /**
   * Discards a failed event of a source whose row was corrected and imported as another event (`by`). `false`: it
   * does not exist, or has not failed.
   */
  replaceFailed(what: { source: string; id: string; by: string }, actor: Actor): Promise<boolean>;

  /**
   * Plans a failed, discarded or skipped event again, because a list has its row once more, and makes it a row of this
   * list. `false`: it does not exist, or it has another status.
   */
  planRowAgain(what: PlacedRow, actor: Actor): Promise<boolean>;

  /** Returns the events with these sender's ids at a source, by id, the oldest first; unknown ids are left out. */
  knownEvents(
    source: string,
    senderEventIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly KnownEvent[]>>;
  /** Returns the last delivered calls of a lane, in the order of their last delivery; at most 50. */
  deliveredIn(destination: string, lane: string): Promise<readonly DeliveryOfPerson[]>;

  // ── refusals ──
  /** Returns refusals, the newest first. `before`: only those older than the one with this id; none if it is gone. */
  refusals(filter: { source?: string; limit: number; before?: string }): Promise<readonly RefusalView[]>;
  /** Returns a refusal with its body, for accepting it. */
  refusal(
    id: string,
  ): Promise<(NewRefusal & { id: string; acceptedAs: readonly string[] | null }) | undefined>;
  /**
   * Stores a refused webhook as events (as `add`) and records their ids, in one transaction. A second request stores
   * nothing and returns the same events as duplicates. Undefined if there is no such refusal. `patch`: a correction
   * of each stored event (as `amend`), which is then planned with it from the beginning.
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
  /** Returns links in a fixed order. `after`: the `linkCursor` of the last link of the previous page. */
  links(filter: { people?: string; limit: number; after?: string }): Promise<readonly LinkRecord[]>;
  /**
   * Stores a link. The lanes of the link and of the number become one, and calls that waited are planned again. So are
   * queued calls that took another number from the link, unless they are in flight.
   */
  putLink(link: Link, destination: string, customerId: string): Promise<void>;
  /** Stores a link unless another number is known for it; returns that other number, which stays, or undefined. */
  addLink(link: Link, destination: string, customerId: string): Promise<string | undefined>;
  /**
   * Removes a link; returns its number, or undefined if there was none. Calls that were planned with that number keep
   * it. Events that are planned from now on have no number until the link is made again.
   */
  removeLink(link: Link, destination: string, actor: Actor): Promise<string | undefined>;

  // ── the audit log and erasure ──
  /** Records a person's action that no other method records. Methods with an `actor` record their action themselves. */
  record(entry: NewAuditEntry): Promise<void>;
  /** Returns the manual actions, the newest first. They are kept for 400 days. */
  audit(filter: AuditFilter): Promise<{ entries: readonly AuditEntry[]; next?: string }>;
  /**
   * Erases all data of a person: events with all received, sent and returned data, links, refusals. Afterwards no
   * file of a SQLite store contains the values, including its log and its free pages; in PostgreSQL no row does, and
   * the tables are vacuumed, but archives and standbys are out of reach. The ledger keeps, as a keyed hash, that a
   * booking was made, and the audit log that something was erased, and why. Calls in flight stay, and are counted.
   * Senders' ids are erased too, so a late repeat would be a new event. Data of several people stay until the request
   * names one of them. `readXml` reads XML documents; without it they count as unsearched.
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
