import { resolve } from 'node:path';
import * as z from 'zod';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Config } from '../config.ts';
import { Secret } from '../secret.ts';
import { text } from './plain-values.ts';

/** The description of the allowed values. */
export const storeWords =
  'sqlite: and the path of a file, such as sqlite:data/fieldbridge.db, or postgres://user:password@host:5432/database';

/** `store`: the place of the events. A relative path starts from `folder`. */
export function storeSchema(folder: string) {
  return text(storeWords)
    .transform((value, context): Config['store'] => {
      const [, path] = /^sqlite:(?!\/\/|:memory:)(.+)$/.exec(value) ?? [];
      if (path !== undefined) return { kind: 'sqlite', path: resolve(folder, path) };
      const place = postgresPlace(value);
      if (typeof place === 'object') return place;
      context.addIssue({ code: 'custom', message: place });
      return z.NEVER;
    })
    .prefault('sqlite:data/fieldbridge.db')
    .describe(
      'Where events are stored: in a file, sqlite:PATH (a relative path starts from the folder of the config), or in PostgreSQL, postgres://USER:PASSWORD@HOST:5432/DATABASE, which several processes may share. Default: the environment variable FIELDBRIDGE_STORE, which the image sets',
    );
}

/** Returns the store for a text, as in `store` of a config, or else a description of the allowed values. */
export function storeNamed(value: string, folder: string): Config['store'] | string {
  const { data, error } = storeSchema(folder).safeParse(value);
  return data ?? error?.issues[0]?.message ?? storeWords;
}

/** Returns the place of a store without a password, for display. */
export function shownStore(store: Config['store']): string {
  if (store.kind === 'sqlite') return `sqlite:${store.path}`;
  const { host, pathname } = new URL(store.url.reveal());
  return `postgres://${host}${pathname}${store.schema === usualSchema ? '' : `?schema=${store.schema}`}`;
}

const example = 'postgres://user:password@host:5432/database';

const usualSchema = 'fieldbridge';

/**
 * The allowed parameters after the name of the database. The last ones have no effect here; some services include them.
 */
const parameters = [
  'schema',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'options',
  'application_name',
  'connect_timeout',
  'channel_binding',
  'pgbouncer',
] as const;

/**
 * The modes of encryption, by their names in PostgreSQL: the driver verifies certificates in all modes that do
 * not exclude it.
 */
const sslModes: ReadonlyMap<string | null, string | undefined> = new Map([
  [null, undefined],
  ['disable', 'disable'],
  ['no-verify', 'no-verify'],
  ['prefer', 'verify-full'],
  ['require', 'verify-full'],
  ['verify-ca', 'verify-full'],
  ['verify-full', 'verify-full'],
]);

/**
 * Returns the place in a URL, or else a description of the allowed values. `?schema=` selects the schema of the
 * tables.
 */
function postgresPlace(value: string): Config['store'] | string {
  if (!/^postgres(?:ql)?:\/\//.test(value)) return storeWords;
  const url = databaseUrl(value);
  if (typeof url === 'string') return `a postgres:// URL with ${url}, such as ${example}`;
  const strange = [...url.searchParams.keys()].find(each => !parameters.some(known => known === each));
  if (strange !== undefined) return strangeParameter(strange);
  const mode = url.searchParams.get('sslmode');
  if (!sslModes.has(mode)) return 'a postgres:// URL whose ?sslmode= is disable, no-verify or verify-full';
  const known = sslModes.get(mode);
  if (known !== undefined) url.searchParams.set('sslmode', known);
  const schema = url.searchParams.get('schema') ?? usualSchema;
  if (schema === '' || schema.startsWith('pg_') || Buffer.byteLength(schema) > 63)
    return 'a postgres:// URL whose ?schema= has 63 bytes at most and does not begin with pg_';
  url.searchParams.delete('schema');
  return { kind: 'postgres', url: new Secret(url.href), schema };
}

/** An unknown parameter may be a part of an unencoded password, so it is named only if it is similar to a known one. */
function strangeParameter(name: string): string {
  const [meant] = nearest(name, parameters);
  if (meant !== undefined) return `a postgres:// URL without ?${name}=, by which ?${meant}= may be meant`;
  return `a postgres:// URL that has, behind ?, nothing but ${parameters.join(', ')}`;
}

/**
 * Parses the address of a database, or returns a description of the missing parts. A password from a variable is often
 * not encoded: it extends to the last @, unless the text is not an address then.
 */
function databaseUrl(value: string): URL | string {
  const plain = value.replace(/%(?![0-9a-f]{2})/gi, '%25');
  const [, before = '', password = '', after = ''] = /^(\w+:\/\/[^:/?#@]*:)(.*)(@[^@]*)$/s.exec(plain) ?? [];
  const encoded = before + password.replace(/[/?#@[\]\\^|<>"`{}\s]/g, encodeURIComponent) + after;
  const read = [encoded, plain].filter(each => URL.canParse(each)).map(each => new URL(each));
  const whole = read.find(each => missingIn(each) === undefined);
  if (whole) return whole;
  const [first] = read;
  if (first) return missingIn(first) ?? neededParts;
  const isPortWrong = URL.canParse(plain.replace(/(@|\/\/)([^@/?#:]*):[^@/?#]*(?=[/?#]|$)/, '$1$2'));
  return isPortWrong ? 'a port from 1 to 65535, or none for 5432' : neededParts;
}

const neededParts = 'a user, a host and a database';

function missingIn({ hostname, pathname, username, href }: URL): string | undefined {
  if (hostname === '') return 'a host';
  if (username === '' && href.includes('@')) return 'a user before the password';
  return pathname.length > 1 ? undefined : 'the name of a database behind the host';
}
