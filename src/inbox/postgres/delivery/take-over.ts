import type { Transaction } from '../connection/transaction.ts';

/** Bookings that the last owner of a destination was sending become uncertain: whether they arrived, nobody knows. */
export async function takeOverDestination(
  _transaction: Transaction,
  _destination: string,
  _now: number,
): Promise<void> {
  throw new Error('taking over is not written yet');
}
