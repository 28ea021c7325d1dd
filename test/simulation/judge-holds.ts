import type { Record } from './record.ts';
import type { Scenario } from './scenario.ts';

const minute = 60_000;
/** By then the outage was detected, and probes are rare. */
const steadyAfterMs = 15 * minute;
/** After a start, or a resume by a person, a probe may follow at once. */
const undisturbedMs = 6 * minute;

/** Judges long outages: only a probe every half minute, and no call. */
export function judgeHolds({ scenario, record }: { scenario: Scenario; record: Record }): void {
  for (const { from, to } of scenario.outages) {
    const isSteady = (at: number) =>
      at > from + steadyAfterMs &&
      at < to &&
      !record.disturbed.some(each => at >= each && at < each + undisturbedMs);
    const steady = record.journeys.filter(({ sentAt }) => isSteady(sentAt));
    if (steady.some(({ request }) => request.kind !== 'look'))
      record.found.push('a call was sent in the middle of an outage');
    const early = steady.some((each, index) => {
      const before = steady[index - 1];
      return before !== undefined && each.sentAt - before.sentAt < 30_000;
    });
    if (early) record.found.push('more than one look in half a minute of a steady hold');
  }
}
