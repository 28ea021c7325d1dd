import { workOf } from '../../decide/spread-works.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Ownership } from '../ownership/ownership.ts';

/**
 * Whether other owners began calls at destinations that may be on their way still. While this process owns a destination
 * nobody else begins anything there: once there is nothing, there is nothing until another owner was there.
 */
export interface OthersBegun {
  /** Whether there may be something at any of some destinations. */
  mayBeAt(destinations: readonly string[]): boolean;
  /**
   * Looks where that is not known, and deletes what is over. To be called in a transaction that has proved the
   * destinations. `now`: epoch milliseconds.
   */
  look(transaction: Transaction, destinations: readonly string[], now: number): Promise<void>;
}

/**
 * Rows of other owners, found by who they are, not by when: of what this process began itself, rows stay behind that
 * nothing can take away while a transaction is open somewhere. $1: the destinations, $2: now; `owner`: the parameter that
 * is this owner.
 */
function ofOthers(owner: string, condition: string): string {
  return ['<', '>']
    .map(
      side => `SELECT call, lane, destination, until FROM begun
        WHERE destination = ANY ($1::text[]) AND owner ${side} ${owner} AND ${condition}`,
    )
    .join(' UNION ALL ');
}

/** What other owners began and what may be on its way still: call, lane, destination, until. */
export const begunByOthers = (owner: string) => ofOthers(owner, 'until > $2');

/** Knows of no destination yet. */
export function createOthersBegun(ownership: Pick<Ownership, 'owner' | 'epochOf'>): OthersBegun {
  /** By destination: the epoch in which there was nothing. */
  const nothingIn = new Map<string, number>();

  function isKnown(destination: string): boolean {
    const epoch = ownership.epochOf(workOf(destination));
    return epoch !== undefined && nothingIn.get(destination) === epoch;
  }

  return {
    mayBeAt: destinations => !destinations.every(isKnown),
    async look(transaction, destinations, now) {
      const unknown = destinations.filter(name => !isKnown(name));
      if (unknown.length === 0) return;
      // Nobody else gets another one while these are locked.
      const epochs = unknown.map(name => [name, ownership.epochOf(workOf(name))] as const);
      const values = [unknown, Math.floor(now), ownership.owner] as const;
      await transaction.run(
        `DELETE FROM begun WHERE call IN (SELECT call FROM (${ofOthers('$3', 'until <= $2')}) AS over)`,
        ...values,
      );
      const rows = await transaction.all<{ destination: string }>(
        `SELECT DISTINCT destination FROM (${begunByOthers('$3')}) AS others`,
        ...values,
      );
      const found = new Set(rows.map(({ destination }) => destination));
      for (const [name, epoch] of epochs)
        if (epoch !== undefined && !found.has(name)) nothingIn.set(name, epoch);
    },
  };
}
