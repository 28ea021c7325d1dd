import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import type { ConfigReading } from '../reading.ts';
import type { Secret } from '../secret.ts';

/**
 * Warns about each secret that is shorter than 16 characters, or has white space around it. `path` is the place of the
 * secret or of the list.
 */
export function warnOfShortSecrets(reading: ConfigReading, path: YamlPath, secrets: readonly Secret[]): void {
  const isSenders = path[0] === 'sources' && !path.includes('notify');
  reportEach(reading, path, secrets, secret =>
    [...secret.reveal()].length < 16
      ? diagnostic('config/short-secret', 'this secret has fewer than 16 characters and could be guessed', {
          hint: isSenders
            ? 'use a longer one, unless the sender chose it'
            : 'use a longer one: `openssl rand -hex 32`',
        })
      : undefined,
  );
  reportEach(reading, path, secrets, blankAround);
}

/** Warns about a secret with white space around it, which is part of the secret but rarely intended. */
function blankAround(secret: Secret): ReturnType<typeof diagnostic> | undefined {
  const text = secret.reveal();
  const where = [/^\s/.test(text) ? 'before' : '', /\s$/.test(text) ? 'behind' : ''].filter(Boolean);
  if (where.length === 0) return undefined;
  const what = /^[\r\n]|[\r\n]$/.test(text) ? 'a line end' : 'a blank';
  return diagnostic(
    'config/blank-in-secret',
    `this secret has ${what} ${where.join(' and ')} it, which counts as a part of it`,
    {
      hint: 'take it off in the variable or the file that the secret comes from; keep it only where the sender has it too',
    },
  );
}

const forms: Readonly<Record<string, RegExp>> = {
  hex: /^([0-9a-f]{2})+$/i,
  base64: /^[a-z0-9+/_-]+={0,2}$/i,
  whsec: /^(whsec_)?[a-z0-9+/_-]+={0,2}$/i,
};

/** Reports each secret that does not match `secretEncoding`, because no signature could be verified with it. */
export function checkEncoding(
  reading: ConfigReading,
  path: YamlPath,
  secrets: readonly Secret[],
  encoding: 'utf8' | 'hex' | 'base64' | 'whsec',
): void {
  const form = forms[encoding];
  if (form === undefined) return;
  const name = encoding === 'whsec' ? 'base64 (after an optional whsec_)' : encoding;
  reportEach(reading, path, secrets, secret =>
    form.test(secret.reveal())
      ? undefined
      : diagnostic('yaml/wrong-type', `this secret is not written in ${name}`, {
          hint: 'copy the secret again as the sender shows it, or correct `secretEncoding`; utf8 takes it as it is',
        }),
  );
}

function reportEach(
  { report, source, valueAt }: ConfigReading,
  path: YamlPath,
  secrets: readonly Secret[],
  find: (secret: Secret) => ReturnType<typeof diagnostic> | undefined,
): void {
  const isList = Array.isArray(valueAt(path));
  for (const [index, secret] of secrets.entries()) {
    const fault = find(secret);
    const at = isList ? [...path, index] : path;
    if (fault !== undefined) report({ ...fault, place: source.placeOf(at, 'value') });
  }
}
