import { markOf } from './arrived-request.ts';
import type { Ended, Shown } from './judge-end.ts';
import type { SentEvent } from './sent-events.ts';
import type { Applied } from './truth.ts';

/**
 * Judges the order in which each customer's values were set: of what is shown as delivered, no older value after a
 * newer one, and in the end the newest, unless a person forced it.
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
    // What was set without the bridge's having written so is set once more.
    const newer = applied
      .slice(0, index)
      .find(before => sequenceOf(before) > sequenceOf(each) && knownAt(before) <= each.at);
    if (!newer) continue;
    record.found.push(`out of order: ${register} was set to ${newer.value}, then to ${each.value}`);
    return;
  }
  const last = applied.at(-1);
  // What was left out for a newer one is no matter; that one is, unless it was a stranger's then.
  const isLeftOut = ({ value, property }: Applied) => leftOut(views.get(markOf(value) ?? 0)).has(property);
  if (last && applied.some(each => sequenceOf(each) > sequenceOf(last) && !isLeftOut(each)))
    record.found.push(`final state: ${register} is ${last.value}`);
}

/** The properties that an event did not set in the end, since newer ones had. */
function leftOut(view: Shown | undefined): ReadonlySet<string> {
  const superseded = (view?.calls ?? [])
    .flatMap(call => call.diagnostics)
    .filter(({ code }) => code === 'delivery/superseded');
  return new Set(superseded.map(({ path = '' }) => path.replace('additionalFields.', '')));
}

/** Whether an application says something about the order. */
function counts(applied: Applied, { record, truth: _ }: Ended, views: ReadonlyMap<number, Shown>): boolean {
  const mark = markOf(applied.value) ?? 0;
  const view = views.get(mark);
  const event = record.sent.get(mark);
  if (!view || !event || view.status !== 'delivered' || record.forced.has(view.id)) return false;
  return !isStranger(event, applied, record.linked);
}

/** A booking of somebody whom the bridge does not know yet has a lane of its own. */
function isStranger(event: SentEvent, { at }: Applied, linked: ReadonlyMap<string, number>): boolean {
  if (event.kind !== 'booking' || event.payload.customer !== undefined) return false;
  const since = linked.get(String(event.payload.contact));
  return since === undefined || at <= since + 1000;
}

/** A status bears no mark: in the end it is that of the newest delivered event that has one. */
function judgeStatuses({ truth, record, scenario }: Ended, views: ReadonlyMap<number, Shown>): void {
  for (const customer of scenario.people) {
    const events = [...record.sent.values()].filter(
      each => each.customer === customer && each.status !== undefined && each.status !== 'No such status',
    );
    const shown = events.flatMap(event => {
      const view = views.get(event.mark);
      return view ? [{ event, view }] : [];
    });
    // What was applied and is not shown as delivered, or was forced, may be the last.
    if (shown.some(({ view }) => view.status !== 'delivered' || record.forced.has(view.id))) continue;
    const newest = shown.toSorted((one, other) => other.view.sequence - one.view.sequence)[0];
    const value = truth.values.get(`${customer} status`);
    if (newest && value !== newest.event.status)
      record.found.push(
        `final state: the status of ${customer} is ${value}, not that of event ${newest.event.mark}`,
      );
  }
}
