import { failureRow } from '../../booking/answers/failure-table.ts';
import type { Decided } from '../../inbox/decide/settle.ts';
import type { Time } from '../time/time.ts';
import type { FaultCount } from './faults-in-a-row.ts';
import type { Throttle } from './throttle.ts';

/** Reports the end of a call to the throttle and to the count of faults. */
export function noteEnd(
  outcome: Decided,
  { throttle, faults }: { readonly throttle: Throttle; readonly faults: FaultCount },
  time: Time,
): void {
  if (outcome.kind === 'done') throttle.succeeded();
  const end = endOf(outcome);
  if (end) throttle.ended(end, time.monotonic());
  if (end === 'failed')
    faults.add({ reason: faultReason(outcome), code: failureRow(outcome.row)?.code }, time.now());
  else if (end === 'answered') faults.clear();
}

/** The reason for refused data may quote a value. */
function faultReason(outcome: Decided): string {
  return 'reason' in outcome && outcome.kind !== 'data'
    ? outcome.reason
    : 'the API refuses the data of calls';
}

/** Returns the end of a call for the slow start; undefined if it has no meaning for the destination. */
function endOf(outcome: Decided): 'answered' | 'failed' | undefined {
  if (outcome.kind === 'hold' || ('fault' in outcome && outcome.fault === true)) return 'failed';
  return ['done', 'data', 'mapping'].includes(outcome.kind) ? 'answered' : undefined;
}
