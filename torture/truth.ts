/** The possible fates of a request at the destination. */
export type Behaviour =
  /** Applied, and answered correctly. */
  | 'well'
  /** Applied, then the connection is cut before or during the response, or there is no response. */
  | 'cut after'
  | 'half answer'
  | 'silence'
  /** Applied, and answered when nobody waits for the response any more. */
  | 'late'
  /** Applied, with a response that proves nothing. */
  | 'not http'
  | 'page'
  | 'half json'
  | 'another answer'
  | 'failure after'
  /** Not applied, without proof. */
  | 'cut before'
  | 'failure before'
  /** Not applied, and the response proves it. */
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
/** The connection ends, or the bridge gives it up, without a complete response. */
const cutting: ReadonlySet<Behaviour> = new Set([
  'cut after',
  'cut before',
  'half answer',
  'not http',
  'silence',
  'late',
]);
const proving: ReadonlySet<Behaviour> = new Set(['refused', 'later', 'denied']);

/** A call as the destination received it, with the event that the bridge put into it. */
export interface ReceivedCall {
  readonly event: string;
  /** The customer whose calls must stay in order; undefined for a booking in no order with others. */
  readonly customer: string | undefined;
  /** The business key of a booking; undefined for an update. */
  readonly booking: string | undefined;
  /** The number of the correction in an update; 0 without one. */
  readonly correction?: number;
}

/** An update as it was applied. */
export interface AppliedUpdate {
  readonly event: string;
  readonly correction: number;
}

/** The facts about one booking: how often it arrived, and whether each earlier attempt was proved not applied. */
interface BookingTruth {
  received: number;
  applied: number;
  /** True if an attempt was not proved unapplied; cleared when a person resolves the booking. */
  unproved: boolean;
  refused: boolean;
}

/** A request that is not completely answered yet. */
export interface OpenCall {
  readonly call: ReceivedCall;
  readonly behaviour: Behaviour;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** A response sent so shortly before a freeze may stay unread. */
const unreadForMs = 2_000;
const slowMs = 2_000;
const underWayMs = 5_000;

/** The truth, whatever the bridge reports. */
export interface Truth {
  /** Records a whole request, and whether it is applied. */
  receive(call: ReceivedCall, behaviour: Behaviour): OpenCall;
  /** Records that the connection of a request has ended. */
  close(open: OpenCall): void;
  /** A person found that this booking was not made, and sends it again. */
  forgive(booking: string): void;
  /** Records an interruption of all bookings in flight, or of this one. */
  interrupt(booking?: string): void;
  /** Records an event that may prevent responses from being stored, although bookings in flight continue. */
  disturb(): void;
  booking(key: string): Readonly<BookingTruth> | undefined;
  isOpen(booking: string): boolean;
  openBookings(): readonly string[];
  isApplied(event: string): boolean;
  /** A person requests a correction of an update: it is planned again, and newer ones may be sent before it. */
  askCorrection(event: string): void;
  /** True if a correction of an update was requested, whatever the response was. */
  mayBeCorrected(event: string): boolean;
  /** A person corrected an update: the bridge confirmed that it stored the correction of this number. */
  correct(event: string, correction: number): void;
  /** The newest correction of each corrected event. */
  readonly corrected: ReadonlyMap<string, number>;
  /** For each customer, the applied updates in order, including corrected ones that were sent again. */
  readonly updates: ReadonlyMap<string, readonly AppliedUpdate[]>;
  /** Updates that were sent without a correction long after it was stored. */
  readonly stale: readonly string[];
  /** Whether the last response about an event was a permanent refusal. */
  isRefused(event: string): boolean;
  /** Whether any request of this event had a behaviour that leaves its sender unsure. */
  isUnclear(event: string): boolean;
  readonly bookings: ReadonlyMap<string, Readonly<BookingTruth>>;
  /** For each customer, the applied events in order, without those that a person sent again. */
  readonly order: ReadonlyMap<string, readonly string[]>;
  /** Events with at least one request. */
  readonly seen: ReadonlySet<string>;
  /** Bookings that were sent again without proof that they had not been applied, or were applied twice. */
  readonly doubled: ReadonlySet<string>;
  /** Bookings interrupted in flight: the process died or was frozen, or the connection was cut. */
  readonly interrupted: ReadonlySet<string>;
  /** Whether a good response to a booking may be unread, because something happened just after it. */
  mayBeUnread(booking: string): boolean;
}

/**
 * Makes the memory of a destination that has seen nothing yet. `tellInterrupted` is called for each interrupted
 * booking.
 */
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

  /** Calls in flight before the correction was stored may still arrive shortly after it. */
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
      // On a busy machine the bridge may have been too slow to read the response in time.
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
