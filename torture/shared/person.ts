import { type Api, apiOf } from '../api.ts';
import { chanceOf } from '../chance.ts';
import { correctSome } from '../correct-some.ts';
import { pause } from '../ground.ts';
import type { Sent } from '../sender.ts';
import type { SharedGround } from './shared-ground.ts';

/** A person who looks up uncertain bookings in the calendar during the run, at any process, and resolves some. */
export interface Person {
  /** Works until told to stop. */
  run(stopped: () => boolean): Promise<void>;
  /** Bookings that were given up, by event. */
  readonly givenUp: ReadonlySet<string>;
}

const everyMs = 400;
const mostAtOnce = 20;
/** The share of uncertain bookings that are looked up, and of those that are given up. */
const lookedUpShare = 0.5;
const givenUpShare = 0.05;

/** Makes a person who has seen nothing yet; `find` finds an event by its id. */
export function createPerson(
  { members, destination: { truth }, scoreboard }: SharedGround,
  find: (id: string) => Sent | undefined,
  seed: number,
): Person {
  const chance = chanceOf(seed);
  const givenUp = new Set<string>();
  const left = new Set<string>();

  async function resolve(api: Api, id: string, { booking = '', twin }: Sent): Promise<void> {
    // While the booking is in flight, its outcome is unknown.
    if (twin || truth.isOpen(booking)) return;
    if (!chance.maybe(lookedUpShare)) return void left.add(id);
    const isBooked = (truth.booking(booking)?.applied ?? 0) > 0;
    const outcome = chance.maybe(givenUpShare) ? 'give-up' : isBooked ? 'booked' : 'not-booked';
    if (outcome === 'give-up') givenUp.add(id);
    if (outcome === 'not-booked') truth.forgive(booking);
    if ((await api.resolve(id, outcome)) === 200) scoreboard.count('resolved by a person');
  }

  return {
    givenUp,
    async run(stopped) {
      while (!stopped()) {
        await pause(everyMs);
        const { bridge } = chance.pick(members);
        if (!bridge.isUp) continue;
        const api = apiOf(bridge.port, answerWithinMs);
        try {
          const seen = await api.events('status=uncertain', mostAtOnce);
          for (const { id } of seen.slice(0, mostAtOnce)) {
            const sent = find(id);
            if (sent && !left.has(id)) await resolve(api, id, sent);
          }
          await correctSome(api, find, { chance, scoreboard, truth });
        } catch {
          // The process was down: the resolution failed, or may be stored.
        }
      }
    },
  };
}

const answerWithinMs = 5_000;
