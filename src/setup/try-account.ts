import { failureRow, type RowName } from '../booking/answers/failure-table.ts';
import { unsupportedTypes } from '../booking/catalog/field.ts';
import type { Secret } from '../config/secret.ts';
import { readAccount } from './read-account.ts';

/** The reasons why an account cannot be used, as codes for programs. */
export const accountFaults = [
  'no-such-host',
  'unreachable',
  'tls',
  'timeout',
  'not-the-api',
  'token',
  'no-permission',
  'moved',
  'failing',
] as const;
export type AccountFault = (typeof accountFaults)[number];

/** The result of trying an account with its live fields (API document 4.3). Nothing is changed there. */
export type TriedAccount =
  | {
      readonly ok: true;
      /** The number of its fields, and of those that can be set. */
      readonly fields: number;
      readonly settable: number;
      /** The names of the first fields. */
      readonly names: readonly string[];
    }
  | { readonly ok: false; readonly code: AccountFault; readonly row: RowName; readonly reason: string };

/** Reads the live fields of an account once. */
export async function tryAccount(
  account: {
    readonly baseUrl: string;
    readonly token: Secret;
    readonly proxy?: Secret | undefined;
    readonly locale: string;
  },
  now: number,
): Promise<TriedAccount> {
  const read = await readAccount({ ...account, statuses: [] }, now);
  if ('trouble' in read) return { ok: false, code: faultOf(read.row), row: read.row, reason: read.trouble };
  const settable = read.catalog.fields.filter(({ type }) => !unsupportedTypes.has(type));
  return {
    ok: true,
    fields: read.catalog.fields.length,
    settable: settable.length,
    names: settable.slice(0, 12).map(({ name, keyName }) => name || keyName),
  };
}

const faults: Partial<Record<RowName, AccountFault>> = {
  T1: 'no-such-host',
  T2: 'unreachable',
  T4: 'unreachable',
  T3: 'timeout',
  T7: 'timeout',
  T5: 'tls',
  T8: 'not-the-api',
  T9: 'not-the-api',
  T10a: 'not-the-api',
  A4: 'not-the-api',
  A5: 'not-the-api',
  A13: 'not-the-api',
  B7: 'not-the-api',
  C3: 'not-the-api',
  D1: 'no-permission',
  D2: 'no-permission',
  D3: 'not-the-api',
  D6: 'not-the-api',
  F1: 'moved',
};

function faultOf(row: RowName): AccountFault {
  return faults[row] ?? (failureRow(row)?.refusesToken ? 'token' : 'failing');
}
