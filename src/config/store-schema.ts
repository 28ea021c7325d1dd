import { resolve } from 'node:path';
import * as z from 'zod';
import type { Config } from './config.ts';
import { text } from './plain-values.ts';
import { Secret } from './secret.ts';

/** What can be written there. */
export const storeWords =
  'sqlite: and the path of a file, such as sqlite:data/fieldbridge.db, or postgres://user:password@host:5432/database';

/** `store`: where events are kept. A relative path starts from `folder`. */
export function storeSchema(folder: string) {
  return text(storeWords)
    .transform((value, context): Config['store'] => {
      const [, path] = /^sqlite:(?!\/\/|:memory:)(.+)$/.exec(value) ?? [];
      if (path !== undefined) return { kind: 'sqlite', path: resolve(folder, path) };
      const place = postgresPlace(value);
      if (place) return place;
      context.addIssue({ code: 'custom', message: storeWords });
      return z.NEVER;
    })
    .prefault('sqlite:data/fieldbridge.db')
    .describe(
      'Where events are kept: sqlite:PATH, a file (a relative path starts from the folder of the config), or postgres://USER:PASSWORD@HOST:5432/DATABASE, which several processes may share. Left out, FIELDBRIDGE_STORE of the environment says it, as the image does',
    );
}

/** What is no URL, or names no host or no database, is none. `?schema=` names the schema that the tables are in. */
function postgresPlace(value: string): Config['store'] | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(value) || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.hostname === '' || url.pathname.length < 2) return undefined;
  const schema = url.searchParams.get('schema') ?? 'fieldbridge';
  url.searchParams.delete('schema');
  return { kind: 'postgres', url: new Secret(url.href), schema };
}
