/**
 * A condition in SQL that the mapping of a call has delivered an event of the same lane that happened after a time. It
 * reads one row of the index `call_applied`, and none without a time.
 */
export function hasLaterSql(call: string, time: string): string {
  return `EXISTS (SELECT 1 FROM call AS later WHERE later.lane = ${call}.lane AND later.mapping = ${call}.mapping
    AND later.status = 'delivered' AND later.occurred_at IS NOT NULL AND later.occurred_at > ${time})`;
}
