import { apiOf } from './api.ts';
import { correctSome } from './correct-some.ts';
import { type Ground, pause } from './ground.ts';
import type { Sent } from './sender.ts';

/** A person who looks up uncertain bookings in the calendar during the run, and resolves some of them. */
export interface Operator {
  /** Works until told to stop. */
  run(stopped: () => boolean): Promise<void>;
  /** Checks every uncertain event of the senders once more: each must have a reason. */
  inspectAll(): Promise<void>;
  /** Bookings that were given up, by event. */
  readonly givenUp: ReadonlySet<string>;
}

const everyMs = 250;
const mostAtOnce = 20;
/** The share of uncertain bookings that are looked up, and of those that are given up. */
const lookedUp = 0.5;
const givenUpShare = 0.05;

/** Makes the operator of a ground; `find` finds an event by the bridge's id. */
export function createOperator(ground: Ground, find: (id: string) => Sent | undefined): Operator {
  const { bridge, destination, chance, scoreboard } = ground;
  const { truth } = destination;
  const api = apiOf(bridge.port);
  const givenUp = new Set<string>();
  const left = new Set<string>();
  const inspected = new Set<string>();

  async function inspect(id: string, { event, booking, twin }: Sent): Promise<void> {
    const { calls } = await api.event(id);
    const outcome = calls.flatMap(call => call.attempts).at(-1)?.outcome;
    const row = outcome?.split(' ')[1];
    if (booking !== undefined && row === 'T11') truth.interrupt(booking);
    if (inspected.has(`${id} ${outcome}`)) return;
    inspected.add(`${id} ${outcome}`);
    const another = outcome === undefined && twin;
    const interrupted =
      booking !== undefined && (truth.interrupted.has(booking) || truth.mayBeUnread(booking));
    if (another || interrupted || truth.isUnclear(event)) return;
    scoreboard.fault('uncertain without a reason', `event ${event} (${id}), ${outcome ?? 'never sent'}`);
  }

  async function resolve(id: string, { booking = '', twin }: Sent): Promise<void> {
    if (twin || truth.isOpen(booking)) return;
    if (!chance.maybe(lookedUp)) return void left.add(id);
    const outcome = chance.maybe(givenUpShare)
      ? 'give-up'
      : (truth.booking(booking)?.applied ?? 0) > 0
        ? 'booked'
        : 'not-booked';
    if (outcome === 'give-up') givenUp.add(id);
    if (outcome === 'not-booked') truth.forgive(booking);
    if ((await api.resolve(id, outcome)) === 200) scoreboard.count('resolved by a person');
  }

  async function look(): Promise<void> {
    for (const { id } of (await api.events('status=uncertain&source=crm', mostAtOnce)).slice(0, mostAtOnce)) {
      const sent = find(id);
      if (!sent || left.has(id)) continue;
      await inspect(id, sent);
      await resolve(id, sent);
    }
  }

  return {
    givenUp,
    async run(stopped) {
      while (!stopped()) {
        await pause(everyMs);
        // If the bridge was down, the resolution failed, or may be stored.
        if (!bridge.alive) continue;
        await look().catch(() => undefined);
        await correctSome(api, find, { chance, scoreboard, truth }).catch(() => undefined);
      }
    },
    async inspectAll() {
      for (const { id } of await api.events('status=uncertain&source=crm')) {
        const sent = find(id);
        if (sent) await inspect(id, sent);
      }
    },
  };
}
