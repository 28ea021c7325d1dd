import type { Transaction } from '../connection/transaction.ts';

/** A value that the store keeps about itself, by its name. */
export async function metaValue(transaction: Transaction, name: string): Promise<string | undefined> {
  return (await transaction.get<{ value: string }>('SELECT value FROM meta WHERE name = $1', name))?.value;
}

export async function setMeta(transaction: Transaction, name: string, value: string): Promise<void> {
  await transaction.run(
    'INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}
