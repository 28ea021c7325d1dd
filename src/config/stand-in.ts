import type { YamlPath } from '../diagnostics/yaml-source.ts';
import { isSecretPath } from './mask-secrets.ts';

/** Fits every encoding of a secret, and is too long to be warned of. */
const secret = '0'.repeat(64);

/**
 * What stands for a text of the config whose variable is not set, where the config is only looked at and nobody is
 * asked: a secret, an address, the store. Undefined where the text decides how something works, so that it is needed.
 */
export function standIn(path: YamlPath): string | undefined {
  if (isSecretPath(path) || (path.at(-1) === 'file' && isSecretPath(path.slice(0, -1)))) return secret;
  if (path[0] === 'destinations' && path[2] === 'baseUrl') return 'https://unset.invalid';
  if (path[0] === 'server' && path[1] === 'publicUrl') return 'https://unset.invalid';
  if (path[0] === 'store') return 'sqlite:unset.db';
  return undefined;
}

/** The same for a secret file that is not there. */
export function orStandIn(readFile: (path: string) => string): (path: string) => string {
  return path => {
    try {
      return readFile(path);
    } catch {
      return secret;
    }
  };
}
