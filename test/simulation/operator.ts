import type { EventSummary } from '../../src/inbox/event.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import type { Chance } from '../../torture/chance.ts';
import type { Machine, Process } from './machine.ts';
import type { Record } from './record.ts';
import type { Action } from './scenario.ts';
import type { Truth } from './truth.ts';

/** The views and facts that operators of the bridge use. */
export interface Desk {
  readonly machine: Machine;
  readonly record: Record;
  readonly truth: Truth;
  readonly chance: Chance;
  readonly now: () => number;
}

const who = { who: 'an operator of the simulation', why: 'to see what happens' };

/** Does an action of a person if the bridge runs; an action that fails is not repeated. */
export async function act(action: Action, desk: Desk): Promise<void> {
  const { process } = desk.machine;
  if (!process) return;
  desk.record.note(`action ${action}`);
  try {
    await actions[action](process, desk);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
  process.bridge.wake();
}

const actions: { readonly [action in Action]: (process: Process, desk: Desk) => Promise<unknown> } = {
  async replay({ store }, desk) {
    const event = await anyOf(desk, () => true);
    if (!event) return;
    desk.record.replayed.add(event.id);
    await store.replay({ id: event.id }, { force: false }, who);
  },
  async force({ store }, desk) {
    const event = await anyOf(desk, () => true);
    if (!event) return;
    desk.record.forced.add(event.id);
    await store.replay({ id: event.id }, { force: true }, who);
  },
  async 'replay failed'({ store, real }, { record }) {
    const { events } = await real.events({ status: 'failed', limit: 500 });
    for (const { id } of events) record.replayed.add(id);
    await store.replay({ status: 'failed' }, { force: false }, who);
  },
  async discard({ store }, desk) {
    const event = await anyOf(desk, each => each.status !== 'delivered');
    if (!event) return;
    desk.record.left.add(event.id);
    await store.discard(event.id, who);
  },
  resolve,
  pause: ({ bridge }) => bridge.pause('salon'),
  resume: async ({ bridge }, { record, now }) => {
    record.disturbed.push(now());
    await bridge.resume('salon');
  },
  async restart(_, { machine, record, now }) {
    record.disturbed.push(now());
    await machine.stop();
    await machine.start();
    record.disturbed.push(now());
  },
};

async function anyOf(
  { machine, chance }: Desk,
  wanted: (event: EventSummary) => boolean,
): Promise<EventSummary | undefined> {
  const found = await machine.process?.real.events({ limit: 500 });
  const events = (found?.events ?? []).filter(wanted);
  return events.length === 0 ? undefined : chance.pick(events);
}

/** Looks the appointment up in the calendar, and resolves the booking; the person sometimes errs, or gives up. */
async function resolve({ store }: Process, desk: Desk): Promise<void> {
  const { record, truth, chance } = desk;
  const event = await anyOf(desk, each => each.status === 'uncertain');
  if (!event) return;
  const mark = [...record.ids].find(([, id]) => id === event.id)?.[0];
  const appointment = record.sent.get(mark ?? 0)?.appointment;
  // The event was stored by a process that ended before its response, so its mark is still unknown.
  if (appointment === undefined) return;
  const booked = (truth.reservations.get(appointment)?.completed ?? 0) > 0;
  if (chance.maybe(0.15)) {
    record.left.add(event.id);
    await store.resolve({ id: event.id }, { outcome: 'give-up' }, who);
    return;
  }
  if (booked && !chance.maybe(0.35)) {
    await store.resolve({ id: event.id }, { outcome: 'booked' }, who);
    return;
  }
  const word = { at: desk.now(), appointment, mistaken: booked };
  // If the process ends before its response, the resolution may be stored.
  record.sentAgain.push(word);
  const answer = await store.resolve({ id: event.id }, { outcome: 'not-booked' }, who);
  if (answer.kind !== 'resolved') record.sentAgain.splice(record.sentAgain.indexOf(word), 1);
}
