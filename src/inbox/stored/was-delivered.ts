/**
 * An SQL condition: a call was delivered, now or before it was planned to be sent again. The outcomes of its attempts
 * (AttemptRecord) show that. `call`: the name of the row in the statement.
 */
export function wasDeliveredSql(call: string): string {
  return `(${call}.status = 'delivered'
    OR EXISTS (SELECT 1 FROM attempt WHERE attempt.call = ${call}.id AND attempt.outcome LIKE 'done %'))`;
}
