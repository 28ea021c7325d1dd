import { createHash } from 'node:crypto';

/** A process that may own work. */
export interface WorkCandidate {
  readonly id: string;
  /** The destinations in its config. */
  readonly destinations: ReadonlySet<string>;
}

/** The work besides that of destinations. Planning takes at least as much time as a destination. */
const heavy = ['planning'];
const light = ['upkeep', 'messages'];

/** Returns the name of a destination's work. */
export function workOf(destination: string): string {
  return `destination ${destination}`;
}

/** A piece of work, and the ids of the processes that can do it. */
interface Work {
  readonly name: string;
  readonly able: readonly string[];
}

/**
 * Assigns the work to processes as evenly as possible. Each process computes the same result, and a joining or
 * leaving process moves little of it. A destination goes to a process that has it in its config. The other work goes
 * to the processes with the most destinations, because a planner must know the destinations of its plans. `before`:
 * the previous assignment; a destination that no process knows any more is assigned to these processes too.
 */
export function spreadWorks(
  processes: readonly WorkCandidate[],
  before: readonly string[] = [],
): ReadonlyMap<string, string> {
  const most = Math.max(0, ...processes.map(({ destinations }) => destinations.size));
  const knowing = processes.filter(({ destinations }) => destinations.size === most).map(({ id }) => id);
  const destinations = new Set(processes.flatMap(each => [...each.destinations]));
  const ofDestinations = [...destinations].map(destination => ({
    name: workOf(destination),
    able: processes.filter(each => each.destinations.has(destination)).map(({ id }) => id),
  }));
  const byKnowing = (name: string): Work => ({ name, able: knowing });
  const spread = new Map([
    ...spreadEvenly([...heavy.map(byKnowing), ...ofDestinations], processes.length),
    ...spreadEvenly(light.map(byKnowing), processes.length),
  ]);
  const left = before.filter(name => !spread.has(name));
  return new Map([...spread, ...spreadEvenly(left.map(byKnowing), processes.length)]);
}

/**
 * Assigns work by rendezvous hashing, the highest weights first: until each process has its share, then one more for
 * each. Work that no process with room can do goes to one that can.
 */
function spreadEvenly(works: readonly Work[], processes: number): ReadonlyMap<string, string> {
  const pairs = works.flatMap(({ name, able }) => able.map(id => ({ name, id, weight: weightOf(name, id) })));
  pairs.sort((one, other) => (one.weight < other.weight ? -1 : 1));
  const doneBy = new Map<string, string>();
  const loads = new Map<string, number>();
  const share = Math.floor(works.length / processes);
  for (const most of [share, share + 1, works.length]) {
    for (const { name, id } of pairs) {
      const load = loads.get(id) ?? 0;
      if (doneBy.has(name) || load >= most) continue;
      doneBy.set(name, id);
      loads.set(id, load + 1);
    }
  }
  return doneBy;
}

function weightOf(work: string, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([work, id]))
    .digest('hex');
}
