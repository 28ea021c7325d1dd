import { type FateName, holding } from './fates.ts';
import type { Journey, Step } from './network.ts';
import type { Record } from './record.ts';
import type { Scenario } from './scenario.ts';
import type { SentEvent } from './sent-events.ts';

/** Judges each request when it is sent, by all earlier observations. */
export interface JourneyJudge {
  see(step: Step, journey: Journey): void;
}

/** The longest time until a live event is claimed. */
const liveWithinMs = 1_000;

/** Fates that may look like a good response to a request of the field list, although they prove nothing. */
const mayLookGood: ReadonlySet<FateName> = new Set(['answer of another', 'mangled']);

/** Makes the judge of a run; it records its findings. */
export function createJourneyJudge(scenario: Scenario, record: Record): JourneyJudge {
  const { journeys, found } = record;
  // A claim may wait for a stalled store after the destination had room for it.
  const isPunctual = !scenario.troubles.has('store');
  let refusedAt: number | undefined;
  let waits = { process: 0, since: 0, until: 0 };

  /** A person who resumes the destination ends the wait, too. */
  function isWaitEnded(): boolean {
    return record.disturbed.some(at => at >= waits.since && at <= record.now());
  }

  function judgeSending(journey: Journey): void {
    const { request, process, sentAt } = journey;
    if (request.kind === 'look') return;
    const own = journeys.filter(each => each.process === process);
    if (!own.some(each => each.request.kind === 'look' && each.endedAt !== undefined))
      found.push('a call was sent before the first look of its process had ended');
    const together = own.filter(each => each.endedAt === undefined && isOneLane(each, journey));
    if (together.length > 0) found.push(`two calls of customer ${request.customer} at once`);
    judgeLiveFirst(journey);
    if (!isPunctual) return;
    if (refusedAt !== undefined && sentAt > refusedAt + 1) found.push('a call knocked at a refusing door');
    if (process === waits.process && sentAt > waits.since + 1 && sentAt < waits.until - 1 && !isWaitEnded())
      found.push('a call did not wait as it was asked to');
    const { perSecond } = scenario.limits;
    const lately = own.filter(each => each.request.kind !== 'look' && each.sentAt > sentAt - 1000);
    if (lately.length > perSecond + Math.max(1, perSecond / 10)) found.push('faster than the limit');
    const opened = record.opened.findLast(at => at <= sentAt);
    if (opened === undefined || sentAt >= opened + 999) return;
    const slowly = journeys.filter(each => each.request.kind !== 'look' && each.sentAt >= opened);
    // The present call is not among them yet.
    if (slowly.length >= Math.max(1, perSecond / 10))
      found.push('more calls in the first second after an outage than a tenth of the limit');
  }

  /** In a calm phase, no row is sent while a live event waits whose person has no call in flight. */
  function judgeLiveFirst({ request, sentAt }: Journey): void {
    if (scenario.troubles.size > 0 || !request.marks.some(mark => scenario.rows.has(mark))) return;
    const waiting = scenario.events.filter(({ mark }) => !scenario.rows.has(mark) && isWaiting(mark));
    // Rows accepted before a live event of their person are sent before it.
    if (waiting.some(({ customer }) => customer === request.customer)) return;
    const isFirst = ({ mark, customer, kind, status }: SentEvent) =>
      // An update with a refused status may fail without being sent.
      kind === 'update' &&
      status !== 'No such status' &&
      (record.acceptedAt.get(mark) ?? 0) < sentAt - liveWithinMs &&
      journeys.every(
        each => each.request.customer !== customer || (each.endedAt ?? Infinity) < sentAt - liveWithinMs,
      );
    const first = waiting.find(isFirst);
    if (first) found.push(`a row was sent before a live event: ${request.marks} before ${first.mark}`);
  }

  function isWaiting(mark: number): boolean {
    return record.acceptedAt.has(mark) && !journeys.some(({ request }) => request.marks.includes(mark));
  }

  function judgeRepeat({ request, sentAt }: Journey): void {
    for (const before of journeys) {
      if (before.request.appointment !== request.appointment || !before.reached) continue;
      const words = record.sentAgain.filter(
        ({ appointment, at }) => appointment === request.appointment && at >= before.sentAt && at <= sentAt,
      );
      if (words.length > 0) continue;
      if (!before.received)
        found.push(`a booking was sent again after "${before.fate}", which proves nothing`);
      else if ((before.answer?.applied.length ?? 0) > 0) found.push('a completed booking was sent again');
    }
  }

  function noteEnd({ request, received, fate, answer, waitMs, process }: Journey): void {
    // The wait is measured by the wall clock. It applies whether or not the response proves anything.
    if (waitMs > 0 && request.kind !== 'look' && !scenario.troubles.has('clock')) {
      const before = waits.process === process && !isWaitEnded() ? waits.until : 0;
      waits = { process, since: record.now(), until: Math.max(before, record.now() + waitMs) };
    }
    // The list of another account, or an empty one, looks like a good response, and the bridge may use it.
    if (request.kind === 'look' && mayLookGood.has(fate)) refusedAt = undefined;
    if (!received || request.locale !== undefined) return;
    if (holding.has(fate) || answer?.body === 'Access denied') refusedAt = record.now();
    else if (request.kind === 'look' && answer?.status === 200) refusedAt = undefined;
  }

  return {
    see(step, journey) {
      const { request, process, fate } = journey;
      record.note(`${step} ${process} ${request.kind} ${request.customer} ${request.marks} ${fate}`);
      if (step === 'end') noteEnd(journey);
      if (step !== 'send') return;
      judgeSending(journey);
      if (request.kind === 'booking') judgeRepeat(journey);
      journeys.push(journey);
    },
  };
}

/** Whether two calls are certainly about one person, or one appointment. */
function isOneLane({ request: one }: Journey, { request: other }: Journey): boolean {
  if (one.kind === 'look') return false;
  if (one.kind === 'update' && other.kind === 'update') return one.customer === other.customer;
  return one.appointment !== '' && one.appointment === other.appointment;
}
