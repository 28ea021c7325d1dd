import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { identityOf, namedParticipants } from '../booking-identity.ts';
import { type Call, customerNumber, type Link, type PersistCustomerData } from '../call.ts';
import type { Claim, Progress } from '../claim.ts';
import type { AttemptRecord, Completion } from '../outcome.ts';
import type { Leaving } from './leave-lane.ts';
import type { IntentEnd } from './ledger.ts';
import { leftByPerson } from './operate.ts';

/** What the row of a delivered call becomes, and what follows from it. */
export interface Delivery {
  readonly call: Call;
  readonly completion: Completion;
  /** The customer number that is known by now; undefined leaves what was known. */
  readonly customerId: string | undefined;
  /** Added to what is known of the call already. */
  readonly diagnostics: readonly Diagnostic[];
  readonly linked: { readonly link: Link; readonly customerId: string } | undefined;
}

/** What an attempt changes about the rows of a call, its booking and its event. */
export type Settlement = { readonly intent: IntentEnd } & (
  | { readonly becomes: 'delivered'; readonly delivery: Delivery }
  | {
      readonly becomes: 'queued';
      readonly dueAt: number;
      readonly reason: string;
      readonly tries: number;
      readonly lastRow: Claim['lastRow'];
    }
  /** `planAgain`: its event is planned again at once. */
  | { readonly becomes: 'left'; readonly leaving: Leaving; readonly planAgain: boolean }
);

/** What happened while a call was under way. */
export interface Meanwhile {
  /** A mapping was released, so that a call which is held now is planned again at once. */
  readonly isStale: boolean;
  /** A person gave its event up. */
  readonly isGivenUp: boolean;
}

/** What settling changes (Store.settle). */
export function settlement(
  claim: Pick<Claim, 'attempt' | 'tries' | 'lastRow'>,
  ended: Progress,
  attempt: AttemptRecord | null,
  { isStale, isGivenUp }: Meanwhile,
): Settlement {
  const progress = isGivenUp ? givenUp(ended) : ended;
  switch (progress.status) {
    case 'delivered':
      return { intent: 'completed', becomes: 'delivered', delivery: deliveryOf(progress) };
    case 'queued':
      return {
        intent: 'released',
        becomes: 'queued',
        dueAt: Math.ceil(progress.dueAt),
        reason: progress.reason,
        tries: claim.tries + (progress.counted ? 1 : 0),
        lastRow: progress.lastRow ?? claim.lastRow,
      };
    default:
      return {
        intent: progress.status === 'uncertain' ? 'uncertain' : 'released',
        becomes: 'left',
        leaving: { ...progress, attempt: attempt ? { ...attempt, number: claim.attempt } : undefined },
        planAgain: progress.status === 'held' && isStale,
      };
  }
}

/** What is not delivered, and may not be, is left. */
function givenUp(ended: Progress): Progress {
  if (ended.status === 'delivered' || ended.status === 'uncertain') return ended;
  return { ...leftByPerson, diagnostics: 'diagnostics' in ended ? ended.diagnostics : [] };
}

/** What follows from a call that is delivered, by an answer or by a person's word. */
export function deliveryOf({
  call,
  completion,
  diagnostics,
  linked,
}: Extract<Progress, { status: 'delivered' }>): Delivery {
  const customerId = completion.customerId ?? customerNumber(call);
  return { call, completion, customerId, diagnostics, linked };
}

/** A call that is uncertain, at the same destination as a booking that is made now. */
export interface UncertainCall {
  readonly id: number;
  readonly call: Call;
}

/**
 * The calls that were uncertain only because this very booking was, under another event: they are skipped now. `completion`:
 * what the booking came to, whose url may name its participant.
 */
export function duplicatesOf(
  booking: PersistCustomerData,
  completion: Completion,
  uncertain: readonly UncertainCall[],
): readonly number[] {
  return uncertain.filter(({ call }) => isSameBooking(booking, completion, call)).map(({ id }) => id);
}

/** What becomes of a call whose booking was made by another event. */
export function duplicateOf(eventId: string): Leaving {
  const reason = `this booking is completed already, by event ${eventId}`;
  return { status: 'skipped', reason, diagnostics: [diagnostic('delivery/already-booked', reason)] };
}

function isSameBooking(booking: PersistCustomerData, { url }: Completion, other: Call): boolean {
  if (other.operation !== 'persistCustomerData') return false;
  const [one, two] = [identityOf(booking), identityOf(other)];
  if (one.appointment !== two.appointment) return false;
  if (one.participant === two.participant) return true;
  if (one.participant !== undefined || two.participant === undefined) return false;
  return namedParticipants(one, url)?.includes(two.participant) ?? false;
}
