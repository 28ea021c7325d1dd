import { type Api, apiOf, type SeenEvent } from '../api.ts';
import { pause } from '../ground.ts';
import type { Sent } from '../sender.ts';
import { callTimeoutMs, placeOf } from './shared-config.ts';
import type { SharedGround } from './shared-ground.ts';

/** The phase after the last fault. */
export interface Resting {
  /** The end of the last fault in monotonic milliseconds. */
  readonly since: number;
  /** Resolves when every sender's events are accepted. */
  readonly answered: Promise<unknown>;
  readonly find: (id: string) => Sent | undefined;
}

/**
 * The time after the last fault until everything must continue by itself. A call in flight may use up its own time
 * limit first.
 */
const goesOnWithinMs = 20_000 + callTimeoutMs;
const lookEveryMs = 500;
const quietWithinMs = 90_000;
const answerWithinMs = 5_000;

/** The waiting events by lane: those of a person are sent one after another. */
type Waiting = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Waits until nothing is queued any more, and records everything that does not continue in time: senders without a
 * response, processes that are not ready, and persons none of whose waiting events was sent. Returns all events of the
 * processes.
 */
export async function comeToSharedRest(
  ground: SharedGround,
  { since, answered, find }: Resting,
): Promise<readonly SeenEvent[]> {
  const { members, scoreboard } = ground;
  const stuck = (words: string) => scoreboard.fault('stuck', words);
  const until = since + goesOnWithinMs;
  const isLate = () => performance.now() > until;
  const [api] = members.map(({ bridge }) => apiOf(bridge.port, answerWithinMs));
  if (!api) throw new Error('there is no process to ask');

  const first = await waitForEvents(api, find, isLate);
  if (!first) stuck('no process lists what waits');
  const late = pause(Math.max(0, until - performance.now())).then(() => 'late');
  if ((await Promise.race([answered, late])) === 'late') {
    stuck('a sender is not answered');
    const never = pause(quietWithinMs).then(() => 'never');
    if ((await Promise.race([answered, never])) === 'never')
      throw new Error('senders are not answered at all');
  }
  let still = unmoved(first, await waitForEvents(api, find, isLate));
  while (still.length > 0 && !isLate()) {
    await pause(lookEveryMs);
    still = unmoved(first, await waitForEvents(api, find, isLate));
  }
  for (const words of still) stuck(words);
  for (const { name, bridge } of members)
    while (!(await bridge.isReady())) {
      if (isLate()) {
        stuck(`${name} is not ready`);
        break;
      }
      await pause(lookEveryMs);
    }
  const quiet = performance.now() + quietWithinMs;
  while ((await waiting(api, find)).size > 0 && performance.now() < quiet) await pause(lookEveryMs);
  return api.events('');
}

/** The waiting events, once a process responds; undefined after the time limit. */
async function waitForEvents(
  api: Api,
  find: Resting['find'],
  isLate: () => boolean,
): Promise<Waiting | undefined> {
  for (;;) {
    try {
      return await waiting(api, find);
    } catch {
      if (isLate()) return undefined;
      await pause(lookEveryMs);
    }
  }
}

async function waiting(api: Api, find: Resting['find']): Promise<Waiting> {
  const seen = [...(await api.events('status=queued')), ...(await api.events('status=held'))];
  const byWhom = Map.groupBy(seen, ({ id }) => laneOf(find(id)));
  return new Map([...byWhom].map(([who, events]) => [who, new Set(events.map(({ id }) => id))]));
}

/** A booking in no order with others has a lane of its own. */
function laneOf(sent: Sent | undefined): string {
  if (!sent) return 'nobody';
  const place = placeOf(sent.customer);
  return isInOrder(sent) ? `customer ${sent.customer} at ${place}` : `bookings at ${place}`;
}

function isInOrder({ booking }: Sent): boolean {
  return booking === undefined || Number(booking.split('-')[2]) % 2 === 0;
}

/** Describes the lanes of which no event that waited first is done by then. */
function unmoved(first: Waiting | undefined, then: Waiting | undefined): readonly string[] {
  return [...(first ?? [])]
    .filter(([who, ids]) => [...ids].every(id => then?.get(who)?.has(id) ?? then === undefined))
    .map(([who, ids]) => `nothing of ${who} moves, ${ids.size} wait: ${[...ids].slice(0, 3).join(', ')}`);
}
