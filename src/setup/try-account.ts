import { failureRow, type RowName } from '../booking/answers/failure-table.ts';
import { unsupportedTypes } from '../booking/catalog/field.ts';
import type { Secret } from '../config/secret.ts';
import { type AccountTrouble, readAccount } from './read-account.ts';

/** The reasons why an account cannot be used, as codes for programs. */
export const accountFaults = [
  'no-such-host',
  'unreachable',
  'tls',
  'plain-http',
  'only-https',
  'timeout',
  'not-the-api',
  'token',
  'no-permission',
  'moved',
  'failing',
] as const;
export type AccountFault = (typeof accountFaults)[number];

/** The result of testing an account with its live fields (API document 4.3). This changes nothing there. */
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

/** The address and the token of an account. */
interface NamedAccount {
  readonly baseUrl: string;
  readonly token: Secret;
  readonly proxy?: Secret | undefined;
  readonly locale: string;
}

/** Reads the live fields of an account once. */
export async function tryAccount(account: NamedAccount, now: number): Promise<TriedAccount> {
  const read = await readAccount({ ...account, statuses: [] }, now);
  if ('trouble' in read) {
    const code = await faultOf(read, account, now);
    return { ok: false, code, row: read.row, reason: read.trouble };
  }
  const settable = read.catalog.fields.filter(({ type }) => !unsupportedTypes.has(type));
  return {
    ok: true,
    fields: read.catalog.fields.length,
    settable: settable.length,
    names: settable.slice(0, 12).map(({ name, keyName }) => name || keyName),
  };
}

/** Finds the fault behind a failure. It distinguishes a wrong scheme from an address without a calendar. */
async function faultOf(
  { row, network }: AccountTrouble,
  account: NamedAccount,
  now: number,
): Promise<AccountFault> {
  const fault = rowFault(row);
  // OpenSSL reports a plain HTTP response as a wrong version.
  if (network === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'plain-http';
  if (!/^http:/i.test(account.baseUrl) || fault === 'token' || fault === 'no-such-host') return fault;
  const baseUrl = account.baseUrl.replace(/^http:/i, 'https:');
  const encrypted = await readAccount({ ...account, baseUrl, statuses: [] }, now);
  return speaksHttps(row, encrypted) ? 'only-https' : fault;
}

/** The rows of requests that got no HTTP response, although there was a connection. */
const withoutResponse: readonly RowName[] = ['T4', 'T8', 'T9'];

/** True if the account is found with `https:`, or if a server responds only to `https:`. */
function speaksHttps(plain: RowName, encrypted: Awaited<ReturnType<typeof readAccount>>): boolean {
  if (!('trouble' in encrypted)) return true;
  const fault = rowFault(encrypted.row);
  if (fault === 'token' || fault === 'no-permission') return true;
  return withoutResponse.includes(plain) && (fault === 'tls' || !encrypted.row.startsWith('T'));
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

function rowFault(row: RowName): AccountFault {
  return faults[row] ?? (failureRow(row)?.refusesToken ? 'token' : 'failing');
}
