/** The tables without which no webhook is stored and no call delivered. */
export const neededTables = [
  'attempt',
  'begun',
  'call',
  'dedupe',
  'destination',
  'event',
  'lane',
  'ledger',
  'recent',
  'request',
  'work',
] as const;

/** Whether this user may not do all that is done with a table, as SQL. `oid`: its expression for the table. */
export function lacksRights(oid: string): string {
  const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  return `NOT (${rights.map(right => `has_table_privilege(${oid}, '${right}')`).join(' AND ')})`;
}
