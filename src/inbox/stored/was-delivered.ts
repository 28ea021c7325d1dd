/**
 * An SQL condition, true of a call (by this name in the statement) that was delivered, now or before it was planned to be
 * sent again. The outcome of its attempt (AttemptRecord) shows that.
 */
export function wasDeliveredSql(call: string): string {
  return `(${call}.status = 'delivered'
    OR EXISTS (SELECT 1 FROM attempt WHERE attempt.call = ${call}.id AND attempt.outcome LIKE 'done %'))`;
}
