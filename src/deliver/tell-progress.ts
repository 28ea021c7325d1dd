import type { Claim } from '../inbox/claim.ts';
import type { Delivered } from './deliver-call.ts';
import type { Report } from './report.ts';
import { attemptFields, claimFields } from './tell-fates.ts';

/** Tells of a call that was delivered, or goes on later. Of one that does not go on, its fate tells. */
export function tellProgress(
  claim: Claim,
  { progress, attempt }: Pick<Delivered, 'progress' | 'attempt'>,
  report: (report: Report) => void,
): void {
  const { status } = progress;
  if (status !== 'delivered' && status !== 'queued') return;
  const details = {
    ...claimFields(claim),
    status,
    ...(attempt && attemptFields({ ...attempt, number: claim.attempt })),
  };
  if (status === 'delivered') report({ what: 'event delivered', details });
  else {
    const nextAttemptAt = new Date(progress.dueAt).toISOString();
    report({ what: 'event put off', details: { ...details, nextAttemptAt } });
  }
}
