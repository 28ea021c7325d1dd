/**
 * A SQL condition: an event has a correction that is newer than every attempt of its calls, so nothing was sent with it.
 * `sequence` is the SQL expression of the event.
 */
export function unsentCorrectionSql(sequence: string): string {
  return `EXISTS (SELECT 1 FROM amendment WHERE amendment.event = ${sequence} AND amendment.at >= coalesce((SELECT max(attempt.at)
    FROM attempt JOIN call ON call.id = attempt.call WHERE call.event = ${sequence}), 0))`;
}
