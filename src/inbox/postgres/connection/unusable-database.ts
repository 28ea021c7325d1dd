import pg from 'pg';
import { StoreUnusable } from '../../store-unusable.ts';
import { codeOf, faultOf, PostgresUnreachable } from './faults.ts';

const noDatabase = '3D000';

/** Returns the error for a store that cannot be opened: reason, place without the password, and next step. */
export function unusableDatabase(error: unknown, url: string): StoreUnusable {
  if (error instanceof StoreUnusable) return error;
  const fault = faultOf(error);
  const { user, host, database } = placeIn(url);
  const code = codeOf(fault) ?? codeOf(fault.cause);
  const at = `${user === '' ? '' : `${user}@`}${host}/${database}`;
  const next =
    fault instanceof PostgresUnreachable
      ? '; check that it runs, and that the URL of the store has the right host and port'
      : '';
  if (code !== noDatabase) return new StoreUnusable(`${fault.message} (${at})${next}`, fault);
  const owner = user === '' ? '' : ` OWNER ${pg.escapeIdentifier(user)}`;
  return new StoreUnusable(
    `PostgreSQL at ${host} has no database ${database}; correct the name at the end of the URL of the store, or have an administrator run: ` +
      `CREATE DATABASE ${pg.escapeIdentifier(database)}${owner} ENCODING 'UTF8' TEMPLATE template0`,
    fault,
  );
}

function placeIn(url: string): { readonly user: string; readonly host: string; readonly database: string } {
  const { username, host, pathname } = new URL(url);
  return { user: plain(username), host, database: plain(pathname.slice(1)) };
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
