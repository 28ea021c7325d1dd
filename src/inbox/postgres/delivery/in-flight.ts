import { workOf } from '../../decide/spread-works.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Ownership } from '../ownership/ownership.ts';

/**
 * Calls that earlier owners of a destination started and that may still be in flight. While this process owns the
 * destination, no other process starts a call there. So once none is left, none can appear until the owner changes.
 */
export interface OthersInFlight {
  /** Returns true if any of these destinations may have such a call. */
  mayBeAt(destinations: readonly string[]): boolean;
  /**
   * Reads the destinations that were not read yet, and deletes rows whose time is over. The transaction has proved
   * that this process owns the destinations. `now`: epoch milliseconds.
   */
  look(transaction: Transaction, destinations: readonly string[], now: number): Promise<void>;
}

/**
 * A query for rows of other owners. It searches by owner and not by time: deleted rows of this process stay in the
 * index as long as any transaction is open, and a search by time would read them all. $1: the destinations, $2: now;
 * `owner`: the parameter of this owner.
 */
function ofOthers(owner: string, condition: string): string {
  return ['<', '>']
    .map(
      side => `SELECT call, lane, destination, until FROM attempt_in_flight
        WHERE destination = ANY ($1::text[]) AND owner ${side} ${owner} AND ${condition}`,
    )
    .join(' UNION ALL ');
}

/** A query for the calls of other owners that may still be in flight: call, lane, destination, until. */
export const inFlightOfOthers = (owner: string) => ofOthers(owner, 'until > $2');

/** Starts without known destinations. */
export function createOthersInFlight(ownership: Pick<Ownership, 'owner' | 'epochOf'>): OthersInFlight {
  /** By destination: the epoch in which no such call was left. */
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
      // The owner cannot change while the destinations are locked.
      const epochs = unknown.map(name => [name, ownership.epochOf(workOf(name))] as const);
      const values = [unknown, Math.floor(now), ownership.owner] as const;
      await transaction.run(
        `DELETE FROM attempt_in_flight WHERE call IN (SELECT call FROM (${ofOthers('$3', 'until <= $2')}) AS over)`,
        ...values,
      );
      const rows = await transaction.all<{ destination: string }>(
        `SELECT DISTINCT destination FROM (${inFlightOfOthers('$3')}) AS others`,
        ...values,
      );
      const found = new Set(rows.map(({ destination }) => destination));
      for (const [name, epoch] of epochs)
        if (epoch !== undefined && !found.has(name)) nothingIn.set(name, epoch);
    },
  };
}

/** The calls that may be in flight: the owner of the destination has claimed them, or an earlier one's time is not over. */
const inFlight = `SELECT attempt.call FROM attempt_in_flight attempt
  LEFT JOIN lease ON lease.name = 'destination ' || attempt.destination
  WHERE (attempt.until > $1 OR lease.owner = attempt.owner)`;

/** Returns the calls that may be in flight in any process. */
export async function allInFlight(transaction: Transaction, now: number): Promise<readonly number[]> {
  const rows = await transaction.all<{ call: number }>(inFlight, Math.floor(now));
  return rows.map(({ call }) => call);
}

/**
 * Returns those of these calls that may be in flight in any process. The transaction has locked the destinations.
 */
export async function callsInFlight(
  transaction: Transaction,
  calls: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const rows = await transaction.all<{ call: number }>(
    `${inFlight} AND attempt.call = ANY ($2)`,
    Math.floor(now),
    calls,
  );
  return new Set(rows.map(({ call }) => call));
}
