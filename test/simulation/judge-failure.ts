import { fates } from './fates.ts';
import type { Ended, Shown } from './judge-end.ts';
import type { Journey } from './network.ts';
import type { SentEvent } from './sent-events.ts';

const minute = 60_000;
const maxAgeMs = { '7d': 7 * 24 * 60 * minute, '2h': 2 * 60 * minute };
const bookingAgeMs = 15 * minute;

/** Judges whether an event shown as failed has really failed, and for the shown reason. */
export function judgeFailure(
  event: SentEvent,
  view: Shown,
  journeys: readonly Journey[],
  ended: Ended,
  wrong: (what: string) => void,
): void {
  const { record, scenario } = ended;
  const codes = view.calls.flatMap(call => call.diagnostics.map(each => each.code));
  const crashed = record.crashes.length > 0;
  const hasConfirmedSuccess = journeys.some(each => each.received && (each.answer?.applied.length ?? 0) > 0);
  const mistaken = record.sentAgain.some(each => each.appointment === event.appointment);
  const isGivenUp = codes.includes('delivery/too-old') || codes.includes('delivery/gave-up');
  // If a person wrongly reports a booking as not made, and it then expires before it is sent again, it is shown as
  // failed.
  if ((hasConfirmedSuccess && !crashed) || (mistaken && isBooked(event, ended) && !isGivenUp)) {
    wrong('false failure');
    return;
  }
  if (isGivenUp) {
    if (waitedForOutageAlone(event, ended)) wrong('given up because of an outage');
    const own = journeys.length > 0 ? journeys : withoutMarks(event, ended);
    if (!isOldEnough(event, ended) && !hasMangledAnswers(own) && !isRefusedTwice(own))
      wrong('given up too early');
    return;
  }
  if (event.kind === 'booking') {
    const refused = journeys.some(each => each.answer?.applied.length === 0 && each.answer.status !== 0);
    if (!refused || isBooked(event, ended)) wrong('false failure');
    return;
  }
  const isBad = event.status === 'No such status';
  if (!isBad && !hasBrokenRefusal(journeys)) wrong('false failure');
  if (scenario.troubles.size === 0 && !isBad) wrong('failed in a calm');
}

function isBooked({ appointment }: SentEvent, { truth }: Ended): boolean {
  return (truth.reservations.get(appointment ?? '')?.completed ?? 0) > 0;
}

/** The updates of its customer without a mark: those whose other values newer events have set. */
function withoutMarks({ kind, customer }: SentEvent, { record }: Ended): readonly Journey[] {
  if (kind === 'booking') return [];
  const ofCustomer = record.journeys.filter(({ request }) => request.customer === customer);
  return ofCustomer.filter(({ request }) => request.kind === 'update' && request.marks.length === 0);
}

/** Unreadable responses: after three of them in a row an update counts as failed. */
function hasMangledAnswers(journeys: readonly Journey[]): boolean {
  return journeys.filter(each => each.reached && !each.received).length >= 3;
}

/** Refusals with a truncated explanation: the second one counts like a readable one. */
function isRefusedTwice(journeys: readonly Journey[]): boolean {
  return journeys.filter(each => each.reached && each.fate === 'cut' && isRefusal(each)).length >= 2;
}

function isRefusal({ answer }: Journey): boolean {
  return answer !== undefined && [400, 404].includes(answer.status);
}

/** A refusal counts by its status alone if the refused part cannot be read, such as an archived field. */
function hasBrokenRefusal(journeys: readonly Journey[]): boolean {
  return journeys.some(each => each.reached && (!each.received || !fates[each.fate].proves));
}

/** Whether the counted time can be as long as the event may wait. */
function isOldEnough(event: SentEvent, { scenario, record }: Ended): boolean {
  if (scenario.jumps.some(each => each.ms > 0)) return true;
  const mayWait = event.kind === 'booking' ? bookingAgeMs : maxAgeMs[scenario.maxAge];
  const accepted = record.acceptedAt.get(event.mark) ?? 0;
  const held = scenario.outages.reduce(
    (sum, { from, to }) => sum + Math.max(0, to - Math.max(from, accepted)),
    0,
  );
  const retryMs = scenario.retryMax === '1h' ? 60 * minute : 5 * minute;
  const slack = event.kind === 'booking' ? Math.max(retryMs, 12 * minute) : retryMs + 20 * minute;
  return record.now() - accepted - held + slack > mayWait;
}

/** Whether it arrived when the destination was already held, and only the outage delayed it. */
function waitedForOutageAlone(event: SentEvent, { scenario, record }: Ended): boolean {
  const others = [...scenario.troubles].some(each => !['outage', 'crash', 'reload'].includes(each));
  const accepted = record.acceptedAt.get(event.mark) ?? 0;
  return (
    !others &&
    scenario.outages.some(({ from, to }) => accepted > from + 15 * minute && accepted < to - minute)
  );
}
