/** What may become of one request at the destination. */
export type Behaviour =
  /** Applied, and answered as it should be. */
  | 'well'
  /** Applied, then the connection is cut, before or in the middle of the answer, or nothing is ever answered. */
  | 'cut after'
  | 'half answer'
  | 'silence'
  /** Applied, and answered when nobody waits for it any more. */
  | 'late'
  /** Applied, and answered with something that says nothing. */
  | 'not http'
  | 'page'
  | 'half json'
  | 'another answer'
  | 'failure after'
  /** Not applied, and nothing proves it. */
  | 'cut before'
  | 'failure before'
  /** Not applied, and the answer proves it. */
  | 'refused'
  | 'later'
  | 'denied';

const applying: ReadonlySet<Behaviour> = new Set([
  'well',
  'cut after',
  'half answer',
  'silence',
  'late',
  'not http',
  'page',
  'half json',
  'another answer',
  'failure after',
]);
/** The connection ends, or the bridge gives it up, without a whole answer. */
const cutting: ReadonlySet<Behaviour> = new Set([
  'cut after',
  'cut before',
  'half answer',
  'not http',
  'silence',
  'late',
]);
const proving: ReadonlySet<Behaviour> = new Set(['refused', 'later', 'denied']);

/** A call as the destination received it: the event is what the bridge put into it. */
export interface ReceivedCall {
  readonly event: string;
  /** The customer whose calls must stay in order; undefined for a booking of its own. */
  readonly customer: string | undefined;
  /** The business key of a booking; undefined for an update. */
  readonly booking: string | undefined;
  /** Of an update: which correction of the event it has; 0 without any. */
  readonly correction?: number;
}

/** An update as it was applied. */
export interface AppliedUpdate {
  readonly event: string;
  readonly correction: number;
}

/** What is known of one booking: how often it came, and whether every earlier time it was proved not applied. */
interface BookingTruth {
  received: number;
  applied: number;
  /** A time that nothing proved not to have been applied; a person's word takes it away. */
  unproved: boolean;
  refused: boolean;
}

/** One request of which not everything is answered yet. */
export interface OpenCall {
  readonly call: ReceivedCall;
  readonly behaviour: Behaviour;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** An answer that was sent so shortly before the process stood still may lie there unread. */
const unreadForMs = 2_000;
const slowMs = 2_000;
const underWayMs = 5_000;

/** What really happened, whatever the bridge says. */
export interface Truth {
  /** Notes a whole request, and whether it is applied. */
  receive(call: ReceivedCall, behaviour: Behaviour): OpenCall;
  /** The connection of a request is done with. */
  close(open: OpenCall): void;
  /** A person found that this booking was not made, and has it sent again. */
  forgive(booking: string): void;
  /** Something goes wrong right now with every booking that is under way, or with this one. */
  interrupt(booking?: string): void;
  /** Something happens that may keep answers from being noted, though the bookings that are under way go on. */
  disturb(): void;
  booking(key: string): Readonly<BookingTruth> | undefined;
  isOpen(booking: string): boolean;
  openBookings(): readonly string[];
  isApplied(event: string): boolean;
  /** A person asks for a correction of an update: it is planned again, and newer ones may go before it. */
  askCorrection(event: string): void;
  /** True if a correction of an update was asked for, whatever the answer was. */
  mayBeCorrected(event: string): boolean;
  /** A person corrected an update: the bridge said that it keeps the correction of this number. */
  correct(event: string, correction: number): void;
  /** The newest correction of each event that was corrected. */
  readonly corrected: ReadonlyMap<string, number>;
  /** For each customer, the updates that were applied, in order, with those that were sent again as corrected. */
  readonly updates: ReadonlyMap<string, readonly AppliedUpdate[]>;
  /** Updates that left as they were before a correction, though that had long been kept. */
  readonly stale: readonly string[];
  /** Whether the last answer about an event was a refusal for good. */
  isRefused(event: string): boolean;
  /** Whether some request of this event met with a behaviour that leaves a sender unsure. */
  isUnclear(event: string): boolean;
  readonly bookings: ReadonlyMap<string, Readonly<BookingTruth>>;
  /** For each customer, the events that were applied, in order; those that a person had sent again are left out. */
  readonly order: ReadonlyMap<string, readonly string[]>;
  /** Events of which at least one request came. */
  readonly seen: ReadonlySet<string>;
  /** What was sent again though nothing proved that it had not been applied, or was applied twice. */
  readonly doubled: ReadonlySet<string>;
  /** Bookings of which the process died or stood still, or the connection was cut, while they were under way. */
  readonly interrupted: ReadonlySet<string>;
  /** Whether the answer to a booking may not have been read, though it was well: something happened just after it. */
  mayBeUnread(booking: string): boolean;
}

/** Makes the memory of a destination that has seen nothing yet. `tellInterrupted` hears of each booking that was. */
export function createTruth(tellInterrupted: () => void): Truth {
  const bookings = new Map<string, BookingTruth>();
  const order = new Map<string, string[]>();
  const seen = new Set<string>();
  const applied = new Set<string>();
  const refused = new Set<string>();
  const unclear = new Set<string>();
  const doubled = new Set<string>();
  const forgiven = new Set<string>();
  const interrupted = new Set<string>();
  const open = new Set<OpenCall>();
  const closedAt = new Map<string, number>();
  const unread = new Set<string>();
  const updates = new Map<string, AppliedUpdate[]>();
  const correctedAt = new Map<string, { readonly correction: number; readonly at: number }>();
  const corrected = new Map<string, number>();
  const asked = new Set<string>();
  const stale: string[] = [];
  const openBookings = (): string[] => [...open].flatMap(({ call }) => call.booking ?? []);

  function interruptOne(key: string): void {
    if (interrupted.has(key)) return;
    interrupted.add(key);
    tellInterrupted();
  }

  function forgetAnswers(): void {
    for (const [key, at] of closedAt) if (performance.now() - at < unreadForMs) unread.add(key);
    closedAt.clear();
  }

  function noteBooking(key: string, behaviour: Behaviour): void {
    const truth = bookings.get(key) ?? { received: 0, applied: 0, unproved: false, refused: false };
    bookings.set(key, truth);
    if (truth.applied > 0 || truth.unproved) doubled.add(key);
    truth.received += 1;
    if (applying.has(behaviour)) truth.applied += 1;
    truth.unproved = !proving.has(behaviour);
    truth.refused = behaviour === 'refused';
    if (cutting.has(behaviour)) interruptOne(key);
  }

  /** What was under way before the correction was kept may still arrive shortly after it. */
  function noteStale(event: string, correction: number): void {
    const kept = correctedAt.get(event);
    if (!kept || correction >= kept.correction || performance.now() - kept.at < underWayMs) return;
    stale.push(`${event} left with correction ${correction} after correction ${kept.correction} was kept`);
  }

  return {
    receive(call, behaviour) {
      const { event, customer, booking, correction = 0 } = call;
      if (booking === undefined) noteStale(event, correction);
      seen.add(event);
      if (booking !== undefined) noteBooking(booking, behaviour);
      if (behaviour === 'refused') refused.add(event);
      if (behaviour !== 'well' && !proving.has(behaviour)) unclear.add(event);
      if (applying.has(behaviour)) {
        applied.add(event);
        const again = booking !== undefined && forgiven.has(booking);
        const isAgain = again || correction > 0;
        if (customer !== undefined && !isAgain) order.set(customer, [...(order.get(customer) ?? []), event]);
        if (customer !== undefined && booking === undefined)
          updates.set(customer, [...(updates.get(customer) ?? []), { event, correction }]);
      }
      const opened = { call, behaviour, at: performance.now() };
      open.add(opened);
      return opened;
    },
    close(opened) {
      open.delete(opened);
      const { booking } = opened.call;
      if (booking === undefined) return;
      closedAt.set(booking, performance.now());
      // The machine has more to do than this: the bridge may have been too slow to see it in time.
      if (performance.now() - opened.at > slowMs) unread.add(booking);
    },
    askCorrection: event => void asked.add(event),
    mayBeCorrected: event => asked.has(event),
    correct(event, correction) {
      asked.add(event);
      corrected.set(event, correction);
      correctedAt.set(event, { correction, at: performance.now() });
    },
    corrected,
    updates,
    stale,
    forgive(key) {
      forgiven.add(key);
      const truth = bookings.get(key);
      if (truth) truth.unproved = false;
    },
    interrupt(booking) {
      forgetAnswers();
      for (const key of booking === undefined ? openBookings() : [booking]) interruptOne(key);
    },
    disturb() {
      forgetAnswers();
      for (const key of openBookings()) unread.add(key);
    },
    booking: key => bookings.get(key),
    isOpen: key => [...open].some(({ call }) => call.booking === key),
    openBookings,
    isApplied: event => applied.has(event),
    isRefused: event => refused.has(event),
    isUnclear: event => unclear.has(event),
    bookings,
    order,
    seen,
    doubled,
    interrupted,
    mayBeUnread: key => unread.has(key),
  };
}
