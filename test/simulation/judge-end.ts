import type { EventView } from '../../src/inbox/event.ts';
import { judgeFailure } from './judge-failure.ts';
import type { Machine } from './machine.ts';
import type { Journey } from './network.ts';
import type { Record } from './record.ts';
import type { Scenario } from './scenario.ts';
import type { SentEvent } from './sent-events.ts';
import type { Truth } from './truth.ts';

/** An event as the bridge shows it in the end, and its place in the order of acceptance. */
export interface Shown extends EventView {
  readonly sequence: number;
}

/** All facts known when everything is at rest. */
export interface Ended {
  readonly scenario: Scenario;
  readonly record: Record;
  readonly truth: Truth;
  readonly machine: Machine;
}

/** Compares the events of the bridge with the truth; returns the shown events by mark. */
export async function judgeEnd(ended: Ended): Promise<ReadonlyMap<number, Shown>> {
  const { record, machine } = ended;
  const store = machine.process?.real;
  const views = new Map<number, Shown>();
  for (const event of record.sent.values()) {
    const id = record.ids.get(event.mark);
    const [view, contents] = id === undefined ? [] : [await store?.event(id), await store?.contents(id)];
    if (!view || !contents) {
      record.found.push(
        id === undefined ? `event ${event.mark} was never answered` : `lost: event ${event.mark}`,
      );
      continue;
    }
    views.set(event.mark, { ...view, sequence: contents.sequence });
  }
  const stored = (await store?.events({ limit: 500 }))?.events ?? [];
  const known = new Set(record.ids.values());
  const unexpected = stored.filter(({ id }) => !known.has(id));
  if (unexpected.length > 0) record.found.push(`unexpected: ${unexpected.length} events`);
  for (const [mark, view] of views) judgeShown(record.sent.get(mark) as SentEvent, view, views, ended);
  judgeBookings(ended);
  return views;
}

function judgeShown(event: SentEvent, view: Shown, views: ReadonlyMap<number, Shown>, ended: Ended): void {
  const { record, truth } = ended;
  const wrong = (what: string) => {
    record.found.push(`${what}: event ${event.mark} (${event.kind}) is ${view.status}: ${view.reason ?? ''}`);
  };
  const journeys = record.journeys.filter(each => each.request.marks.includes(event.mark));
  const isTruthful = journeys.some(each => (each.answer?.applied.length ?? 0) > 0);
  const reservation = truth.reservations.get(event.appointment ?? '');
  switch (view.status) {
    case 'delivered':
      if (event.kind === 'booking' ? (reservation?.completed ?? 0) === 0 : !isTruthful && !statusAlone(view))
        wrong('false success');
      return;
    case 'failed':
      judgeFailure(event, view, journeys, ended, wrong);
      return;
    case 'skipped':
      if (event.kind === 'booking' ? (reservation?.completed ?? 0) === 0 : !isSuperseded(view))
        wrong('skipped without a reason');
      return;
    case 'uncertain':
      if (event.kind !== 'booking' || !isDoubtful(event, record)) wrong('uncertain without a reason');
      return;
    case 'discarded':
      if (!record.left.has(view.id)) wrong('discarded by nobody');
      return;
    case 'queued':
      if (event.kind !== 'linked' || hasLink(event, views, record))
        wrong('waits though nothing is in its way');
      return;
    default:
      wrong('not at rest');
  }
}

/** Whether only the status was sent: all other values were omitted for newer events, and a status has no mark. */
function statusAlone({ calls }: Shown): boolean {
  return calls.some(call => call.diagnostics.some(each => each.code === 'delivery/superseded'));
}

function isSuperseded({ calls, diagnostics }: Shown): boolean {
  return [...diagnostics, ...calls.flatMap(call => call.diagnostics)].some(
    each => each.code === 'delivery/superseded',
  );
}

/** Whether a request for its appointment had an unclear end, or one that was not stored. */
function isDoubtful({ appointment }: SentEvent, record: Record): boolean {
  const { journeys, sentAgain, crashes } = record;
  if (sentAgain.some(each => each.appointment === appointment)) return true;
  const about = journeys.filter(each => each.request.appointment === appointment);
  if (about.some(each => each.reached && !each.received)) return true;
  // A crash between the intent and the stored result of the request.
  return crashes.some(({ where, at, process }) => {
    const open = about.some(each => each.process === process && !isWritten(each, at, record));
    return open || where === 'after begin' || where === 'before settle' || where === 'at send';
  });
}

/** Whether the result of a request was stored before that time. */
function isWritten({ request, endedAt = Infinity }: Journey, before: number, record: Record): boolean {
  return request.marks
    .flatMap(mark => record.settledAt.get(record.ids.get(mark) ?? '') ?? [])
    .some(at => at >= endedAt && at <= before);
}

function hasLink(event: SentEvent, views: ReadonlyMap<number, Shown>, { sent }: Record): boolean {
  return [...views].some(([mark, view]) => {
    const other = sent.get(mark);
    if (other?.customer !== event.customer || view.status !== 'delivered') return false;
    return (
      other.kind === 'linked' ||
      view.calls.some(call => call.customerId !== undefined && other.kind === 'booking')
    );
  });
}

/** At most one booking for each appointment, except those that a person mistakenly sent again. */
function judgeBookings({ truth, record }: Ended): void {
  for (const [appointment, { completed }] of truth.reservations) {
    const mistakes = record.sentAgain.filter(each => each.appointment === appointment).length;
    if (completed > 1 + mistakes) record.found.push(`doubled: ${appointment} was booked ${completed} times`);
  }
}
