import { createHash } from 'node:crypto';

/** A process that may do a work. */
export interface WorkCandidate {
  readonly id: string;
  readonly destinations: ReadonlySet<string>;
}

/**
 * Which process is to do a work: each works it out for itself and comes to the same, and when a process comes or goes only
 * its share moves (rendezvous hashing). Undefined where none can.
 */
export function preferredFor(work: string, candidates: readonly WorkCandidate[]): string | undefined {
  const weighed = candidates.map(({ id }) => ({ id, weight: weightOf(work, id) }));
  return weighed.sort((one, other) => (one.weight < other.weight ? -1 : 1))[0]?.id;
}

function weightOf(work: string, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([work, id]))
    .digest('hex');
}

/** The works that a process is to do, of all that there are. A destination is done by one that has it in its config. */
export function worksOf(
  self: string,
  candidates: readonly WorkCandidate[],
  works: { readonly common: readonly string[]; readonly ofDestination: (destination: string) => string },
): ReadonlySet<string> {
  const mine = new Set(works.common.filter(work => preferredFor(work, candidates) === self));
  const own = candidates.find(({ id }) => id === self);
  for (const destination of own?.destinations ?? []) {
    const able = candidates.filter(each => each.destinations.has(destination));
    const work = works.ofDestination(destination);
    if (preferredFor(work, able) === self) mine.add(work);
  }
  return mine;
}
