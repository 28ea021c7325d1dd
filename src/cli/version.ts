import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

/** Set in the bundle, which may be used outside of its package; the sources are always inside it. */
declare const bundledVersion: string | undefined;

/** The version of this program. */
export function version(): string {
  if (typeof bundledVersion === 'string') return bundledVersion;
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
