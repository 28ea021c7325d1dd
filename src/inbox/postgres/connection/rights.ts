/** The tables needed to store webhooks and to deliver calls. */
export const neededTables = [
  'attempt',
  'attempt_in_flight',
  'call',
  'dedupe',
  'destination',
  'event',
  'lane',
  'ledger',
  'recent',
  'request',
  'lease',
] as const;

/** A SQL condition, true if this user lacks any needed right on a table. `oid`: the expression for the table. */
export function lacksRights(oid: string): string {
  const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  return `NOT (${rights.map(right => `has_table_privilege(${oid}, '${right}')`).join(' AND ')})`;
}
