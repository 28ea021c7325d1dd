import { failureRow, withNextStep } from '../../booking/answers/failure-table.ts';
import {
  type CatalogSnapshot,
  type FieldConfiguration,
  unsupportedTypes,
} from '../../booking/catalog/field.ts';
import { apiLanguages } from '../../booking/catalog/field-names.ts';
import { readCatalogReply } from '../../booking/catalog/read-catalog-reply.ts';
import { createClient } from '../../booking/http/client.ts';
import { encodeCatalogRead } from '../../booking/http/encode.ts';
import { namedFields } from '../../check/starter/named-fields.ts';
import type { NamedField } from '../../check/starter/suggest-fields.ts';
import type { Secret } from '../../config/secret.ts';
import { seedStatuses } from '../../sandbox/salon/salon.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';

/** An account as its live fields tell it, with their names in every language that the API knows. */
export interface ReadAccount {
  readonly catalog: CatalogSnapshot;
  readonly fields: readonly NamedField[];
}

/** API document 5.4: with HTTP 200, so that only the text tells. */
const refusedToken = 'the calendar refuses the token: it is wrong or expired, or of another account';

/** Reads the live fields of an account (API document 4.3), in all languages; or says why that cannot be. */
export async function readAccount(
  {
    baseUrl,
    token,
    proxy,
    locale,
    statuses,
  }: {
    baseUrl: string;
    token: Secret;
    proxy?: Secret | undefined;
    locale: string;
    statuses: readonly string[];
  },
  now: number,
): Promise<ReadAccount | { readonly trouble: string }> {
  const client = createClient({ baseUrl, token, proxy, timeoutMs: 30_000, connections: 2 });
  try {
    const read = async (language: string) =>
      readCatalogReply(await client.send(encodeCatalogRead(language)), now);
    const own = await read(locale);
    if (!('fields' in own))
      return {
        trouble: failureRow(own.row)?.refusesToken ? refusedToken : withNextStep(own.row, own.reason),
      };
    const others: (readonly FieldConfiguration[])[] = [];
    for (const language of apiLanguages.filter(each => each !== locale)) {
      const result = await read(language);
      // The names in a language are a help that can be done without.
      if ('fields' in result) others.push(result.fields);
    }
    const catalog: CatalogSnapshot = {
      version: 'init',
      fields: own.fields,
      fetchedAt: now,
      statuses: statuses.map(name => ({ name, origin: 'declared', at: now })),
      statusesListedAt: null,
    };
    return { catalog, fields: namedFields([own.fields, ...others]) };
  } finally {
    await client.close();
  }
}

/** The simulated calendar: what a config that uses it says, and the statuses that its account has. */
export const simulated = {
  baseUrl: 'http://127.0.0.1:8090',
  statuses: seedStatuses,
} as const;

/** Runs the simulated calendar for as long as something is done with it. */
export async function withSandbox<T>(
  use: (sandbox: { url: string; token: string }) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandbox();
  try {
    return await use({ url: sandbox.url, token: sandbox.tokens.mitte });
  } finally {
    await sandbox.close();
  }
}

/** What was found, in a sentence. */
export function accountWords({ catalog: { fields } }: ReadAccount): string {
  const settable = fields.filter(({ type }) => !unsupportedTypes.has(type));
  const booked = settable.filter(({ appointmentSpecific }) => appointmentSpecific).length;
  const rest = [
    booked === 0 ? '' : `${booked} only in a booking`,
    settable.length === fields.length
      ? ''
      : `${fields.length - settable.length} not at all (pictures, files)`,
  ].filter(Boolean);
  return `The account has ${fields.length} additional fields: ${settable.length - booked} can be set${rest.length === 0 ? '' : `, ${rest.join(', ')}`}.`;
}
