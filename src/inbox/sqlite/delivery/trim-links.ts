import { trimLink, untrimmedLinks } from '../../operations/trim-links.ts';
import type { Connection } from '../connection/connection.ts';
import { takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

const done = 'links trimmed';

/** Trims the ids of links from an older version, so that their waiting calls are delivered; once for each store. */
export function trimLinks(connection: Connection, parts: Pick<Parts, 'claims' | 'random'>): void {
  if (connection.get('SELECT 1 FROM meta WHERE name = ?', done)) return;
  const transaction = transactionOf(connection, parts);
  for (const each of takeSteps(untrimmedLinks(transaction))) takeSteps(trimLink(transaction, each));
  connection.run('INSERT INTO meta VALUES (?, 1)', done);
}
