import { trimLink, untrimmedLinks } from '../../operations/trim-links.ts';
import { statementsOf, takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { metaValue, setMeta } from '../rows/meta.ts';

const done = 'links trimmed';

/** Trims the ids of links from an older version, so that their waiting calls are delivered; once for each store. */
export async function trimLinks(parts: Parts): Promise<void> {
  const { database } = parts;
  if ((await database.read(transaction => metaValue(transaction, done))) !== undefined) return;
  const found = await database.read(transaction => takeSteps(untrimmedLinks(statementsOf(transaction))));
  for (const each of found)
    await database.write(transaction => takeSteps(trimLink(transactionOf(transaction, parts), each)));
  await database.write(transaction => setMeta(transaction, done, '1'));
}
