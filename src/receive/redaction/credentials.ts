import type { SourceConfig } from '../../config/config.ts';
import type { Verify } from '../../config/sources/verify.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { hiddenNames, proofPlace } from './redact-head.ts';

/** The keys of a source that name the places of its own credentials. */
export type CredentialSource = Pick<SourceConfig, 'verify' | 'path'>;

/**
 * True if the value at these keys is a credential, by the names of the keys: a password, a token, an API key,
 * the secret address of a webhook. The keys begin at the payload, or with `$headers`, `$query`, `$body` or
 * `$answers`. The place of the source's own token or signature is in `verify`.
 */
export function namesCredential(keys: readonly string[], verify: readonly Verify[] = []): boolean {
  if (ownNames(verify, keys[0] ?? '').has((keys.at(-1) ?? '').toLowerCase())) return true;
  return keys.some((_, at) => endsWithCredential(keys.slice(0, at + 1)));
}

function endsWithCredential(keys: readonly string[]): boolean {
  const own = keys.at(-1) ?? '';
  const words = (spellings(own)[0] ?? '').split(' ');
  // In a response or a cart, `token` may be a name of the object. A token sent by a program is near the root.
  if (words.length === 1 && words[0] === 'token') return keys.length < 2 || holder.test(keys.at(-2) ?? '');
  if (words.some(word => anywhere.has(word) || word.endsWith('nonce'))) return true;
  return [1, 2, 3].some(count => atTheEnd.has(words.slice(-count).join('')));
}

/**
 * True if a value is a credential, whatever its key: the placeholder of a removed credential, the address of
 * the source's own webhooks, an address with a password or a token in it, or a token in a known format.
 */
export function showsCredential(value: unknown, source?: CredentialSource): boolean {
  return [value].flat().some(each => typeof each === 'string' && (isTaken(each, source) || isToken(each)));
}

/** True if a text is the placeholder of a removed credential, or the address of the source's webhooks. */
export function isTaken(text: string, source?: Pick<SourceConfig, 'path'>): boolean {
  const shown = text.replace(/^(bearer|basic) /i, '');
  const left = shown.replaceAll(/\[(secret|signature [\da-f]{32})\]/gi, '');
  if (left.length < shown.length && !/\s/.test(left)) return true;
  return source !== undefined && urlOf(text)?.pathname.endsWith(source.path) === true;
}

/** A text that is a credential, and the keys to its place. */
export interface FoundCredential {
  readonly keys: readonly string[];
  readonly text: string;
}

/** Returns the credentials in a payload, found by key or value. In an address, only the password or token. */
export function credentialsIn(payload: unknown, source: CredentialSource): readonly FoundCredential[] {
  return within(payload, [], source);
}

function within(
  value: unknown,
  keys: readonly string[],
  source: CredentialSource,
): readonly FoundCredential[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) => within(each, [...keys, key], source));
  }
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value);
  if (text === '' || isTaken(text)) return [];
  const inUrl = secretsInUrl(text);
  if (inUrl.length > 0) return inUrl.map(each => ({ keys, text: each }));
  const names = keys.filter(key => !/^\d+$/.test(key));
  return namesCredential(names, source.verify) || isToken(text) ? [{ keys, text }] : [];
}

const holder = /^(\$?(headers?|query|params?|body|answers)|auth\w*|meta|credentials?|security)$/i;

const anywhere: ReadonlySet<string> = new Set(
  'password passwort passwd kennwort wachtwoord passphrase authorization credential credentials apikey'.split(
    ' ',
  ),
);

/** The last word of a key that is a credential, or its last two or three words joined. */
const atTheEnd: ReadonlySet<string> = new Set(
  `secret token bearer jwt pwd motdepasse sessionid apikey accesskey privatekey secretkey authkey signingkey masterkey
  consumerkey orderkey hookurl webhookurl responseurl hookuri`.split(/\s+/),
);

/** Returns the names of the source's own token or signature at this place, in lower case. */
function ownNames(verify: readonly Verify[], root: string): ReadonlySet<string> {
  const where = root === '$headers' ? 'header' : root === '$query' ? 'query' : 'body';
  if (where === 'header') return hiddenNames(verify).headers;
  if (where === 'query') return hiddenNames(verify).keys;
  const paths = verify.flatMap(scheme => {
    const place = proofPlace(scheme);
    return place?.in === 'body' ? [place.name] : [];
  });
  return new Set(paths.map(path => (path.split('.').at(-1) ?? '').toLowerCase()));
}

function isToken(text: string): boolean {
  return tokenSpellings.some(spelling => spelling.test(text)) || secretsInUrl(text).length > 0;
}

const tokenSpellings = [
  /^(bearer|basic) \S{8,}$/i,
  /^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+$/,
  /^(sk|rk)_(live|test)_\w{8,}$/,
  /^whsec_\S{8,}$/,
  /^xox[abeprs]-\S{8,}$/,
  /^gh[opsur]_\w{16,}$/,
  /^AKIA[A-Z\d]{16}$/,
];

/** Returns the credentials in an address: the password of a user, and the values of keys such as `token`. */
function secretsInUrl(text: string): readonly string[] {
  const url = urlOf(text);
  if (!url) return [];
  const asked = [...url.searchParams].filter(([name]) => {
    return /^(key|sig|signature|x-amz-signature)$/i.test(name) || namesCredential([name]);
  });
  return [url.password, ...asked.map(([, value]) => value)].filter(each => each !== '');
}

/** A host has at most 253 characters. Parsing a longer one takes quadratic time, so it is not an address. */
const longestAuthority = 1_000;

function urlOf(text: string): URL | undefined {
  const [, authority] = /^[a-z][a-z\d+.-]*:\/\/[/\\\t\n\r]*([^/?#\\]*)/i.exec(text) ?? [];
  if (authority === undefined || authority.length > longestAuthority) return undefined;
  return URL.parse(text) ?? undefined;
}
