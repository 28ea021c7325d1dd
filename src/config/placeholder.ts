import { resolve } from 'node:path';
import type { YamlPath } from '../diagnostics/yaml/source.ts';
import { isSecretPath } from './secrets/mask-secrets.ts';

/** Selects the parts of a config whose variables must be set; other parts are not checked. */
export type Needs = (path: YamlPath) => boolean;

/** For commands that read accounts and the stored data about them: one destination, or all. */
export function needsDestination(name?: string): Needs {
  return ([section, entry]) =>
    section === 'store' || (section === 'destinations' && (name === undefined || entry === name));
}

/** For commands that read stored events and send no request. */
export const needsStore: Needs = ([section]) => section === 'store';

/** For commands that use only the running bridge, for which they need the admin token. */
export const needsAdmin: Needs = ([section, key]) => section === 'admin' && key !== 'readToken';

/** For commands that only read the config. */
export const needsNothing: Needs = () => false;

/** Valid in every encoding of a secret, and long enough to cause no warning. */
export const placeholderSecret = '0'.repeat(64);

/**
 * Returns the placeholder for a text of the config whose variable is not set, if nothing uses the text: a secret, an
 * address, the store. Undefined if the text is needed, or determines how something works.
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

/** The same for a secret file: the placeholder replaces a file that is missing but not needed. */
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

/** True if a text is a placeholder. */
export function isPlaceholder(text: string): boolean {
  return text === placeholderSecret;
}

function isSecretFile(path: YamlPath): boolean {
  const [key, of] = [path.at(-1), path.at(-2)];
  if (key !== 'file') return false;
  const holder = path.slice(0, -1);
  return isSecretPath(holder) || isPublicKey(holder) || of === 'ca' || path.at(-3) === 'tls';
}

/** True for the path of the `key` of an entry of `verify`, or one of several. */
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
