import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Beginning } from '../claim.ts';
import type { Completion } from '../outcome.ts';
import type { Leaving } from './leave-lane.ts';
import { lostAnswerHint } from './settle.ts';

/** What the ledger knows of a booking. */
export interface Booked {
  readonly callId: number;
  readonly eventId: string;
  readonly attempt: number;
  /** `intent`: it is being sent, or was when the process ended. `free`: it was proved not made. */
  readonly state: 'intent' | 'uncertain' | 'completed' | 'free';
  /** An answer of it was once lost. */
  readonly wasUnclear: boolean;
  readonly completion: Completion;
}

/** Whether a booking may be sent, and what is written about it then. */
export interface BookingDecision {
  readonly beginning: Beginning;
  readonly write?: Pick<Booked, 'state' | 'wasUnclear'>;
}

/**
 * Decides whether a claimed booking may leave, by what the ledger knows of it (Store.begin). `isUnsure`: its event is
 * from before this store was copied, so that the other store may have made the booking since.
 */
export function decideBooking(
  claim: { readonly callId: number; readonly attempt: number; readonly eventId: string },
  taken: Booked | undefined,
  isUnsure: boolean,
): BookingDecision {
  if (!taken && isUnsure) {
    return {
      beginning: { kind: 'uncertain', eventId: claim.eventId, copied: true },
      write: { state: 'uncertain', wasUnclear: true },
    };
  }
  switch (taken?.state) {
    case 'completed':
      return { beginning: { kind: 'completed', eventId: taken.eventId, completion: taken.completion } };
    case 'uncertain':
      return { beginning: { kind: 'uncertain', eventId: taken.eventId } };
    case 'intent':
      if (taken.callId !== claim.callId) return { beginning: { kind: 'busy' } };
      // An earlier attempt of this very call began and nobody wrote how it ended: it may have been sent.
      if (taken.attempt !== claim.attempt)
        return { beginning: { kind: 'uncertain', eventId: taken.eventId } };
  }
  const wasUnclear = taken?.wasUnclear ?? false;
  return {
    beginning: { kind: 'go', ...(wasUnclear && { earlierUnclear: true }) },
    write: { state: 'intent', wasUnclear },
  };
}

/** How the intent of a booking ends: it is made, may be made, or is proved not made. */
export type IntentEnd = 'completed' | 'uncertain' | 'released';

/** What becomes of the place of a booking whose intent ends. That its answer was once lost is never forgotten. */
export function endIntent(
  end: IntentEnd,
  { wasUnclear }: Pick<Booked, 'wasUnclear'>,
): 'completed' | 'uncertain' | 'free' | 'gone' {
  if (end !== 'released') return end;
  return wasUnclear ? 'free' : 'gone';
}

/** What becomes of a booking that was being sent when its process ended. */
export function interruptedBooking(): Leaving {
  const reason = 'The bridge was interrupted while sending';
  const diagnostics = [
    diagnostic('delivery/outcome-unknown', `${reason}; it may have been booked`, { hint: lostAnswerHint }),
  ];
  return { status: 'uncertain', reason, diagnostics };
}
