import { isDeepStrictEqual } from 'node:util';
import type { SeenEvent } from './api.ts';
import type { Scoreboard } from './scoreboard.ts';
import type { Sent } from './sender.ts';
import type { AppliedUpdate, Truth } from './truth.ts';

/** The facts at rest. */
export interface Testimony {
  /** Every event of the senders, in the order of each. */
  readonly sent: readonly Sent[];
  /** The ids that hostile senders were answered with. */
  readonly hostileIds: ReadonlySet<string>;
  /** All events of the bridge. */
  readonly seen: readonly SeenEvent[];
  readonly truth: Truth;
  readonly givenUp: ReadonlySet<string>;
}

/** Compares the events of the bridge with the responses to its senders and with the truth. */
export function judge(testimony: Testimony, scoreboard: Scoreboard): void {
  const { sent, seen, truth, hostileIds } = testimony;
  const statuses = new Map(seen.map(({ id, status }) => [id, status]));
  const brought = Map.groupBy(
    sent.filter(each => each.booking !== undefined),
    each => each.booking,
  );
  scoreboard.count('bookings', truth.bookings.size);
  for (const each of sent) {
    const shared = (brought.get(each.booking)?.length ?? 0) > 1;
    judgeEvent(each, statuses, shared, testimony, scoreboard);
  }
  const answered = new Set(sent.flatMap(({ ids }) => [...ids]));
  for (const { id, source, status, reason } of seen)
    if (source !== 'crm' && (status === 'queued' || status === 'held'))
      scoreboard.fault('still waiting at rest', `${id} of ${source} is ${status}: ${reason}`);
  for (const { id, source } of seen)
    if (source === 'crm' && !answered.has(id)) scoreboard.fault('unexpected', `${id} was told to nobody`);
  for (const id of hostileIds)
    if (!statuses.has(id)) scoreboard.fault('lost', `${id} of a hostile sender was answered and is nowhere`);
  for (const key of truth.doubled) scoreboard.fault('doubled bookings', `${key} was sent or applied again`);
  for (const [customer, events] of truth.order)
    judgeOrder(
      customer,
      events.map(event => ({ event, correction: 0 })),
      scoreboard,
    );
  for (const words of truth.stale) scoreboard.fault('sent as before a correction', words);
  for (const [customer, updates] of truth.updates) {
    judgeOrder(customer, updates, scoreboard);
    judgeCorrections(customer, updates, testimony, scoreboard);
  }
}

/**
 * The last update of a customer has its newest correction; an older correction may have been omitted behind a newer
 * event.
 */
function judgeCorrections(
  customer: string,
  updates: readonly AppliedUpdate[],
  { sent, seen, truth }: Testimony,
  scoreboard: Scoreboard,
): void {
  const last = updates.at(-1);
  if (!last) return;
  const expected = truth.corrected.get(last.event) ?? 0;
  const [id] = sent.find(({ event }) => event === last.event)?.ids ?? [];
  const isDelivered = seen.some(each => each.id === id && each.status === 'delivered');
  if (!isDelivered || last.correction >= expected) return;
  const words = `customer ${customer}: ${last.event} is delivered with correction ${last.correction}, and ${expected} was kept`;
  scoreboard.fault('lost corrections', words);
}

function judgeEvent(
  { event, booking, ids }: Sent,
  statuses: ReadonlyMap<string, string>,
  shared: boolean,
  { truth, givenUp }: Testimony,
  scoreboard: Scoreboard,
): void {
  const [id = ''] = ids;
  if (ids.size > 1) scoreboard.fault('unexpected', `${event} was taken for ${[...ids].join(' and ')}`);
  const status = statuses.get(id) ?? 'nowhere';
  const applied =
    shared && booking !== undefined ? (truth.booking(booking)?.applied ?? 0) > 0 : truth.isApplied(event);
  switch (status) {
    case 'delivered':
      scoreboard.count('delivered');
      if (!applied) scoreboard.fault('false success', `${event} (${id}) never happened`);
      return;
    case 'failed':
      scoreboard.count('refused for good');
      if (truth.isApplied(event) || !truth.isRefused(event))
        scoreboard.fault('false failure', `${event} (${id}) was ${applied ? 'applied' : 'never refused'}`);
      return;
    case 'uncertain':
      scoreboard.count('uncertain');
      if (booking === undefined) scoreboard.fault('uncertain without a reason', `${event} is an update`);
      return;
    case 'queued':
    case 'held':
      scoreboard.count('waiting');
      scoreboard.fault('still waiting at rest', `${event} (${id}) is ${status}`);
      return;
    default:
      if (status === 'skipped' && (shared || isPassed(event, truth))) return;
      if (status === 'discarded' && givenUp.has(id)) return;
      scoreboard.fault('lost', `${event} (${id}) was answered and is ${status}`);
  }
}

/** A corrected update has nothing left to send if a newer one of its customer was sent before it. */
function isPassed(event: string, truth: Truth): boolean {
  const [customer, place = Number.NaN] = event.split('-').map(Number);
  if (!truth.mayBeCorrected(event)) return false;
  return [...truth.updates.values()].flat().some(update => {
    const [own, other = Number.NaN] = update.event.split('-').map(Number);
    return own === customer && other > place;
  });
}

/**
 * Repeating the last update is allowed, because it is harmless; an older update must not follow a newer one. A
 * correction of an older update may follow if the response to the newer one was lost. The newer one is then repeated
 * unchanged, and is the last.
 */
function judgeOrder(customer: string, events: readonly AppliedUpdate[], scoreboard: Scoreboard): void {
  const places = events.map(({ event }) => Number(event.split('-')[1]));
  const words = events.map(
    ({ correction }, index) => `${places[index]}${correction > 0 ? `~${correction}` : ''}`,
  );
  places.forEach((place, index) => {
    const before = events[index - 1];
    if (place >= (places[index - 1] ?? 0)) return;
    const isRepeated = events.slice(index + 1).some(each => isDeepStrictEqual(each, before));
    if (isRepeated && (events[index]?.correction ?? 0) > 0) return;
    const around = words.slice(Math.max(0, index - 3), index + 3).join(', ');
    scoreboard.fault('out of order', `customer ${customer}: ${words[index]} in ${around}`);
  });
}
