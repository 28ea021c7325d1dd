import { failureRow, type RowName, withNextStep } from '../booking/answers/failure-table.ts';
import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { apiLanguages } from '../booking/catalog/field-names.ts';
import { readCatalogReply } from '../booking/catalog/read-catalog-reply.ts';
import { createClient } from '../booking/http/client.ts';
import { encodeCatalogRead } from '../booking/http/encode.ts';
import { namedFields } from '../check/starter/named-fields.ts';
import type { NamedField } from '../check/starter/suggest-fields.ts';
import type { Secret } from '../config/secret.ts';

/** The live fields of an account, with their names in every language of the API. */
export interface ReadAccount {
  readonly catalog: CatalogSnapshot;
  readonly fields: readonly NamedField[];
}

/** The reason why the fields of an account cannot be read. */
export interface AccountTrouble {
  readonly row: RowName;
  /** The reason and the next step, as text. */
  readonly trouble: string;
  /** The code of Node or of OpenSSL, if no connection was established. */
  readonly network?: string;
}

/** API document 5.4: the status is HTTP 200, so only the text shows the refusal. */
const refusedToken = 'the calendar refuses the token: it is wrong or expired, or of another account';

/** Reads an account's live fields (API document 4.3) in all languages, or returns why it cannot. */
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
): Promise<ReadAccount | AccountTrouble> {
  const client = createClient({ baseUrl, token, proxy, timeoutMs: 30_000, connections: 2 });
  try {
    const reply = await client.send(encodeCatalogRead(locale));
    const own = readCatalogReply(reply, now);
    if (!('fields' in own))
      return {
        row: own.row,
        trouble: failureRow(own.row)?.refusesToken ? refusedToken : withNextStep(own.row, own.reason),
        ...(reply.kind === 'not-sent' && reply.code !== undefined && { network: reply.code }),
      };
    const others: (readonly FieldConfiguration[])[] = [];
    for (const language of apiLanguages.filter(each => each !== locale)) {
      const result = readCatalogReply(await client.send(encodeCatalogRead(language)), now);
      // Names in other languages are optional.
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
