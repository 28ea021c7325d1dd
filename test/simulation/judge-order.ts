import { markOf } from './arrived-request.ts';
import type { Ended, Shown } from './judge-end.ts';
import type { SentEvent } from './sent-events.ts';
import type { Applied } from './truth.ts';

/**
 * Judges the order in which each customer's values were set. Among delivered events, no older value follows a newer
 * one, and the last value is the newest, unless a person forced another.
 */
export function judgeOrder(ended: Ended, views: ReadonlyMap<number, Shown>): void {
  const { truth } = ended;
  const registers = Map.groupBy(truth.applied, ({ customer, property }) => `${customer} ${property}`);
  for (const [register, applied] of registers) {
    const counted = applied.filter(each => counts(each, ended, views));
    judgeRegister(register, counted, ended, views);
  }
  judgeStatuses(ended, views);
}

function judgeRegister(
  register: string,
  applied: readonly Applied[],
  { record }: Ended,
  views: ReadonlyMap<number, Shown>,
): void {
  const sequenceOf = ({ value }: Applied) => views.get(markOf(value) ?? 0)?.sequence ?? 0;
  const knownAt = ({ value }: Applied) => {
    const id = views.get(markOf(value) ?? 0)?.id ?? '';
    return record.deliveredAt.get(id) ?? Number.POSITIVE_INFINITY;
  };
  for (const [index, each] of applied.entries()) {
    // A value that was set without a stored result is set once more.
    const newer = applied
      .slice(0, index)
      .find(before => sequenceOf(before) > sequenceOf(each) && knownAt(before) <= each.at);
    if (!newer) continue;
    record.found.push(`out of order: ${register} was set to ${newer.value}, then to ${each.value}`);
    return;
  }
  const last = applied.at(-1);
  // A value omitted for a newer one does not matter; the newer one does, unless its customer was unknown then.
  const isLeftOut = ({ value, property }: Applied) => leftOut(views.get(markOf(value) ?? 0)).has(property);
  if (last && applied.some(each => sequenceOf(each) > sequenceOf(last) && !isLeftOut(each)))
    record.found.push(`final state: ${register} is ${last.value}`);
}

/** The properties that an event did not set in the end, since newer events had set them. */
function leftOut(view: Shown | undefined): ReadonlySet<string> {
  const superseded = (view?.calls ?? [])
    .flatMap(call => call.diagnostics)
    .filter(({ code }) => code === 'delivery/superseded');
  return new Set(superseded.map(({ path = '' }) => path.replace('additionalFields.', '')));
}

/** Whether an applied value is relevant for the order. */
function counts(applied: Applied, { record, truth: _ }: Ended, views: ReadonlyMap<number, Shown>): boolean {
  const mark = markOf(applied.value) ?? 0;
  const view = views.get(mark);
  const event = record.sent.get(mark);
  if (!view || !event || view.status !== 'delivered' || record.forced.has(view.id)) return false;
  return !isStranger(event, applied, record.linked);
}

/** A booking of a customer whom the bridge does not know yet has a lane of its own. */
function isStranger(event: SentEvent, { at }: Applied, linked: ReadonlyMap<string, number>): boolean {
  if (event.kind !== 'booking' || event.payload.customer !== undefined) return false;
  const since = linked.get(String(event.payload.contact));
  return since === undefined || at <= since + 1000;
}

/** A status has no mark. The last status is that of the newest delivered event with a status. */
function judgeStatuses({ truth, record, scenario }: Ended, views: ReadonlyMap<number, Shown>): void {
  for (const customer of scenario.people) {
    const events = [...record.sent.values()].filter(
      each => each.customer === customer && each.status !== undefined && each.status !== 'No such status',
    );
    const shown = events.flatMap(event => {
      const view = views.get(event.mark);
      return view ? [{ event, view }] : [];
    });
    // A status that was applied but is not shown as delivered, or was forced, may be the last.
    if (shown.some(({ view }) => view.status !== 'delivered' || record.forced.has(view.id))) continue;
    const newest = shown.toSorted((one, other) => other.view.sequence - one.view.sequence)[0];
    const value = truth.values.get(`${customer} status`);
    if (newest && value !== newest.event.status)
      record.found.push(
        `final state: the status of ${customer} is ${value}, not that of event ${newest.event.mark}`,
      );
  }
}
