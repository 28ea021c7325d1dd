import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { identityOf, namedParticipants } from '../booking-identity.ts';
import { type Call, customerNumber, type Link, type PersistCustomerData } from '../call.ts';
import type { Claim, Progress } from '../claim.ts';
import type { AttemptRecord, Completion } from '../outcome.ts';
import type { Leaving } from './leave-lane.ts';
import type { IntentEnd } from './ledger.ts';
import { leftByPerson } from './operate.ts';

/** The new state of a delivered call's row, and its effects. */
export interface Delivery {
  readonly call: Call;
  readonly completion: Completion;
  /** The customer number that is known by now; undefined leaves what was known. */
  readonly customerId: string | undefined;
  /** Diagnostics that are added to those of the call. */
  readonly diagnostics: readonly Diagnostic[];
  readonly linked: { readonly link: Link; readonly customerId: string } | undefined;
}

/** The changes of an attempt to the rows of a call, its booking and its event. */
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

/** The events that happened while a call was in flight. */
export interface Meanwhile {
  /** A mapping was released, so that a call which is held now is planned again at once. */
  readonly isStale: boolean;
  /** A person gave its event up. */
  readonly isGivenUp: boolean;
}

/** Returns the changes of settling (Store.settle). */
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

/** A call that is not delivered, and cannot have been, is dropped. */
function givenUp(ended: Progress): Progress {
  if (ended.status === 'delivered' || ended.status === 'uncertain') return ended;
  return { ...leftByPerson, diagnostics: 'diagnostics' in ended ? ended.diagnostics : [] };
}

/** Returns the effects of a delivered call, by a response or by a person's decision. */
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
 * Returns the calls that were uncertain only because this booking was, under another event: they are skipped now.
 * `completion`: the result of the booking; its URL may contain the participant.
 */
export function duplicatesOf(
  booking: PersistCustomerData,
  completion: Completion,
  uncertain: readonly UncertainCall[],
): readonly number[] {
  return uncertain.filter(({ call }) => isSameBooking(booking, completion, call)).map(({ id }) => id);
}

/** The outcome of a call whose booking was made by another event. */
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
