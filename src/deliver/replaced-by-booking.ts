import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type Call, customerLane, customerNumber } from '../inbox/call.ts';
import type { Claim, Progress } from '../inbox/claim.ts';
import type { StoreLookups } from '../inbox/store-lookups.ts';
import { newerValues } from './drop-superseded.ts';

/**
 * Warns if a late booking has replaced different values of newer events. If only its response names the customer, its
 * values cannot be compared before. The result of a booking must be stored, so a failed comparison gives no warning.
 */
export async function replacedByBooking(
  claim: Claim,
  sent: Call,
  progress: Progress,
  store: Pick<StoreLookups, 'deliveredSince'>,
): Promise<readonly Diagnostic[]> {
  const found = progress.status === 'delivered' ? progress.completion.customerId : undefined;
  const isLate = (claim.outOfOrder || claim.tries > 0) && !claim.force;
  if (found === undefined || customerNumber(sent) !== undefined || !isLate) return [];
  const newer = await store.deliveredSince(claim, claim.destination, customerLane(found)).catch(() => []);
  const replaced = newerValues(sent, newer).filter(each => each.older !== each.newer);
  if (replaced.length === 0) return [];
  const paths = replaced.map(({ path }) => path).join(', ');
  const message = `the response showed whose booking this is; it has replaced values of newer events of this customer: ${paths}`;
  const hint = 'replay the newest event of this customer with --again';
  return [diagnostic('call/older-values', message, { hint })];
}
