import { resolve } from 'node:path';
import type { YamlPath } from '../diagnostics/yaml/source.ts';
import { isSecretPath } from './mask-secrets.ts';

/** Which parts of a config must have what they need of the environment; the rest is not looked at. */
export type Needs = (path: YamlPath) => boolean;

/** For what asks accounts, and looks at what a bridge has stored of them: one destination, or all. */
export function needsDestination(name?: string): Needs {
  return ([section, entry]) =>
    section === 'store' || (section === 'destinations' && (name === undefined || entry === name));
}

/** For what looks at stored events and asks nobody. */
export const needsStore: Needs = ([section]) => section === 'store';

/** For what only the bridge itself is asked, which takes no more than the admin's token. */
export const needsAdmin: Needs = ([section, key]) => section === 'admin' && key !== 'readToken';

/** For what only reads the config. */
export const needsNothing: Needs = () => false;

/** Fits every encoding of a secret, and is too long to be warned of. */
export const placeholderSecret = '0'.repeat(64);

/**
 * What stands for a text of the config whose variable is not set, where nothing is done with it: a secret, an address,
 * the store. Undefined where the text is needed, or decides how something works.
 */
export function placeholderFor(path: YamlPath, needs: Needs): string | undefined {
  if (needs(path)) return undefined;
  if (isSecretPath(path) || isSecretFile(path) || isPublicKey(path)) return placeholderSecret;
  if (path[0] === 'destinations' && path[2] === 'baseUrl') return 'https://unset.invalid';
  if (path[0] === 'server' && path[1] === 'publicUrl') return 'https://unset.invalid';
  if (path[0] === 'telemetry' && path[1] === 'otlp') return 'https://unset.invalid';
  if (path[0] === 'admin' && path[1] === 'listen') return '127.0.0.1:0';
  if (path.at(-1) === 'url' && (path[0] === 'alerts' || path[2] === 'notify')) return 'https://unset.invalid';
  if (path.at(-1) === 'proxy') return 'http://unset.invalid';
  if (path.includes('trustProxy') || (path[2] === 'limits' && path[3] === 'from')) return '127.0.0.1';
  if (path[0] === 'store') return 'sqlite:unset.db';
  return undefined;
}

/** The same for the secret files of a config, whose `value` is all of it: one that is not there and not needed. */
export function orPlaceholder(
  readFile: (path: string) => string,
  value: unknown,
  { needs, folder }: { readonly needs: Needs; readonly folder: string },
): (path: string) => string {
  const needed = new Set(
    secretFiles(value, []).flatMap(({ at, file }) => (needs(at) ? [resolve(folder, file)] : [])),
  );
  return path => {
    try {
      return readFile(path);
    } catch (error) {
      if (needed.has(path)) throw error;
      return placeholderSecret;
    }
  };
}

/** Whether a text stands for one that is not needed. */
export function isPlaceholder(text: string): boolean {
  return text === placeholderSecret;
}

function isSecretFile(path: YamlPath): boolean {
  const [key, of] = [path.at(-1), path.at(-2)];
  if (key !== 'file') return false;
  const holder = path.slice(0, -1);
  return isSecretPath(holder) || isPublicKey(holder) || of === 'ca' || path.at(-3) === 'tls';
}

/** The `key` of an entry of `verify`, or one of several. */
function isPublicKey([section, , part, ...more]: YamlPath): boolean {
  const [key, at] = more.slice(typeof more[0] === 'number' ? 1 : 0);
  return section === 'sources' && part === 'verify' && key === 'key' && typeof at !== 'string';
}

function secretFiles(value: unknown, at: YamlPath): readonly { at: YamlPath; file: string }[] {
  if (typeof value === 'string') return isSecretFile(at) ? [{ at, file: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    secretFiles(item, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}
