import { createHash, createHmac } from 'node:crypto';
import { type Evidence, headerValues } from './evidence.ts';
import type { KeyedHashScheme } from './keyed-hash.ts';
import { isDigest } from './signature.ts';
import { pathOfUrl, postedUrl, type SignedPart } from './signed-content.ts';
import { signingKey } from './signing-key.ts';
import { timestampOf } from './timestamp.ts';

/** Longer bodies are not tried, because an unsigned request must not cause much work. In bytes. */
const longestTried = 64 * 1024;
/** The maximum number of hashes of one body. */
const mostHashes = 48;
/** The number of secrets that are tried: two while one is being rotated. */
const mostSecrets = 3;

/** The keys that the advice may change. For some types, only the keys of the secret. */
export type Variable = 'all' | 'secret';

/** Another way to sign, and the lines of the config that set it. */
interface Way {
  readonly lines: readonly string[];
  readonly digest: () => Uint8Array | undefined;
}

/** A signed webhook: its signatures, the text with them, and the parts that they cover by the config. */
interface Signed {
  readonly signatures: readonly string[];
  readonly text: string;
  readonly parts: readonly SignedPart[];
  readonly variable: Variable;
}

/**
 * Returns the lines of the config with which a refused signature would be right, if exactly one of the usual methods
 * fits: the signed text, the encoding of the secret, a plain hash instead of an HMAC. All of them are always tried. The
 * result is advice for the operator and proves nothing. Undefined if none fits, and for a long body.
 */
export function meantSigning(
  scheme: KeyedHashScheme,
  evidence: Evidence,
  signed: Signed,
): readonly string[] | undefined {
  if (evidence.request.body.length > longestTried) return undefined;
  const { encoding } = scheme.signature;
  const fitting = waysOf(scheme, evidence, signed)
    .slice(0, mostHashes)
    .filter(({ digest }) => {
      const made = digest();
      return made !== undefined && signed.signatures.slice(0, 3).some(each => isDigest(each, made, encoding));
    });
  return fitting.length === 1 ? fitting[0]?.lines : undefined;
}

interface Content {
  readonly line: string | undefined;
  /** Rare texts are tried with the configured secrets alone. */
  readonly isRare?: boolean;
  readonly parts: readonly SignedPart[];
}

interface Key {
  readonly line: string | undefined;
  readonly key: Buffer;
}

function waysOf(
  scheme: KeyedHashScheme,
  evidence: Evidence,
  { text, parts, variable }: Signed,
): readonly Way[] {
  const { body } = evidence.request;
  const keys = keysOf(scheme);
  const contents: Content[] = [
    { line: undefined, parts },
    ...(variable === 'all' ? contentsOf(scheme, evidence, text) : []),
  ];
  const { algorithm } = scheme;
  const hmac = (key: Buffer, of: Content) => {
    const made = createHmac(algorithm, key);
    for (const part of of.parts) if (part !== 'secret') made.update(part);
    return made.digest();
  };
  const plain = (...pieces: readonly Uint8Array[]) => {
    const made = createHash(algorithm);
    for (const piece of pieces) made.update(piece);
    return made.digest();
  };
  const own = variable === 'all' ? keys.filter(({ line }) => line === undefined) : [];
  const hashed = (lines: readonly string[]) =>
    own
      .flatMap(({ key }) => [
        { lines: [...lines, 'signed: "{secret}{body}"'], digest: () => plain(key, body) },
        { lines: [...lines, 'signed: "{body}{secret}"'], digest: () => plain(body, key) },
      ])
      .filter(each => scheme.type !== 'digest' || !each.lines.includes(`signed: "${scheme.signed}"`));
  if (scheme.type === 'digest') {
    const asHmac = own.map(({ key }) => ({
      lines: ['type: hmac', 'signed: "{body}"'],
      digest: () => hmac(key, { line: undefined, parts: [body] }),
    }));
    return [...asHmac, ...hashed([])];
  }
  const keyed = contents.flatMap(content =>
    keys
      .filter(key => (content.line !== undefined || key.line !== undefined) && (!content.isRare || !key.line))
      .map(key => ({
        lines: [content.line, key.line].flatMap(line => line ?? []),
        digest: () => hmac(key.key, content),
      })),
  );
  return [...hashed(['type: digest']), ...keyed];
}

/** Returns the configured secrets, then each with other encodings. Each key occurs once. */
function keysOf({ secret, secretEncoding }: KeyedHashScheme): readonly Key[] {
  const secrets = secret.slice(0, mostSecrets);
  const keys = new Map<string, Key>();
  const add = (key: Buffer | undefined, line?: string) => {
    const name = key?.toString('base64');
    if (key && name !== undefined && !keys.has(name)) keys.set(name, { key, line });
  };
  for (const each of secrets) add(signingKey(each, secretEncoding));
  for (const each of secrets) {
    for (const encoding of ['utf8', 'hex', 'base64', 'whsec'] as const) {
      add(signingKey(each, encoding), `secretEncoding: ${encoding}`);
    }
    const text = each.reveal();
    const trimmed = text.trim();
    if (trimmed !== text && trimmed !== '')
      add(Buffer.from(trimmed), 'the secret without the spaces or the line end around it');
    add(Buffer.from(`${text}\n`), 'a line end behind the secret, as the sender has it');
  }
  return [...keys.values()].slice(0, 6 * secrets.length);
}

/** The texts that senders usually sign: the body alone, or after a timestamp. */
function contentsOf(scheme: KeyedHashScheme, evidence: Evidence, text: string): readonly Content[] {
  const { body } = evidence.request;
  const found = timestampOf(scheme, evidence, text) ?? sentTimestamp(evidence);
  const templates: [string, readonly SignedPart[]][] = [['{body}', [body]]];
  const rare: [string, readonly SignedPart[]][] = [];
  if (found !== undefined) {
    const stamp = Buffer.from(found, 'latin1');
    templates.push(
      ['{timestamp}.{body}', [stamp, Buffer.from('.'), body]],
      ['{timestamp}{body}', [stamp, body]],
    );
    rare.push(
      ['v0:{timestamp}:{body}', [Buffer.from('v0:'), stamp, Buffer.from(':'), body]],
      ['{timestamp}:{body}', [stamp, Buffer.from(':'), body]],
      ['{body}{timestamp}', [body, stamp]],
    );
  }
  for (const [name, covered] of [
    ['{url}', postedUrl(evidence)],
    ['{path}', pathOfUrl(evidence.request.url)],
  ] as const) {
    if (covered === undefined) continue;
    const bytes = Buffer.from(covered, 'latin1');
    rare.push([`${name}{body}`, [bytes, body]], [`{body}${name}`, [body, bytes]]);
  }
  return [...templates, ...rare].flatMap(([template, parts], place) =>
    template === scheme.signed
      ? []
      : [{ line: `signed: "${template}"`, parts, isRare: place >= templates.length }],
  );
}

/** Returns the timestamp of a header with a usual name, if the source does not name one. */
function sentTimestamp({ request }: Evidence): string | undefined {
  const name = request.headers.find(([each]) => /timestamp$/.test(each))?.[0];
  const values = name === undefined ? [] : headerValues(request, name);
  return values.length === 1 ? values[0] : undefined;
}
