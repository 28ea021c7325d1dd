import type { Arguments } from '../command.ts';
import { UsageError } from '../surroundings.ts';

/**
 * Returns the maximum number of entries in a list: from `--limit`, or 50.
 * @throws UsageError for an invalid number
 */
export function limitOf({ options }: Arguments): number {
  const { limit } = options;
  if (limit === undefined) return 50;
  if (typeof limit === 'string' && /^[1-9]\d{0,5}$/.test(limit)) return Number(limit);
  throw new UsageError('--limit takes a number from 1 to 999999');
}
