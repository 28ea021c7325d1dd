import { fates } from './fates.ts';
import type { Ended, Shown } from './judge-end.ts';
import type { Journey } from './network.ts';
import type { SentEvent } from './sent-events.ts';

const minute = 60_000;
const maxAgeMs = { '7d': 7 * 24 * 60 * minute, '2h': 2 * 60 * minute };
const bookingAgeMs = 15 * minute;

/** Judges whether an event that is shown as failed has really failed, and for the reason that is shown. */
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
  const hasToldSuccess = journeys.some(each => each.told && (each.answer?.applied.length ?? 0) > 0);
  const mistaken = record.sentAgain.some(each => each.appointment === event.appointment);
  const isGivenUp = codes.includes('delivery/too-old') || codes.includes('delivery/gave-up');
  // Who says wrongly that it was not booked is believed, if it becomes too old before it is sent again.
  if ((hasToldSuccess && !crashed) || (mistaken && isBooked(event, ended) && !isGivenUp)) {
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

/** The updates of its customer that bear no mark: what is left of one whose other values newer events have set. */
function withoutMarks({ kind, customer }: SentEvent, { record }: Ended): readonly Journey[] {
  if (kind === 'booking') return [];
  const ofCustomer = record.journeys.filter(({ request }) => request.customer === customer);
  return ofCustomer.filter(({ request }) => request.kind === 'update' && request.marks.length === 0);
}

/** Answers that nobody can read: after three of them in a row an update counts as failed. */
function hasMangledAnswers(journeys: readonly Journey[]): boolean {
  return journeys.filter(each => each.reached && !each.told).length >= 3;
}

/** Refusals whose explanation broke off: the second one counts as well as one that can be read. */
function isRefusedTwice(journeys: readonly Journey[]): boolean {
  return journeys.filter(each => each.reached && each.fate === 'cut' && isRefusal(each)).length >= 2;
}

function isRefusal({ answer }: Journey): boolean {
  return answer !== undefined && [400, 404].includes(answer.status);
}

/** A refusal counts by its status alone where what it refuses cannot be read: a field that is archived, say. */
function hasBrokenRefusal(journeys: readonly Journey[]): boolean {
  return journeys.some(each => each.reached && (!each.told || !fates[each.fate].proves));
}

/** Whether the time that counts can have been as long as the event may wait. */
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

/** Whether it came when the destination was held already, and nothing but the outage was in its way. */
function waitedForOutageAlone(event: SentEvent, { scenario, record }: Ended): boolean {
  const others = [...scenario.troubles].some(each => !['outage', 'crash', 'reload'].includes(each));
  const accepted = record.acceptedAt.get(event.mark) ?? 0;
  return (
    !others &&
    scenario.outages.some(({ from, to }) => accepted > from + 15 * minute && accepted < to - minute)
  );
}
