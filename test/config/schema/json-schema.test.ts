import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RawSchema } from '../../../src/config/schema/editor-schema.ts';
import { configJsonSchema } from '../../../src/config/schema/json-schema.ts';
import { readYaml } from '../../../src/diagnostics/yaml/source.ts';
import { presets } from '../../../src/receive/senders/senders.ts';

const schema = configJsonSchema(presets);

/** Returns every key of a schema by its path, with its own schema. */
function keysOf(part: RawSchema, path = ''): [string, RawSchema][] {
  const own = Object.entries((part.properties ?? {}) as Record<string, RawSchema>);
  const inside = own.flatMap(([key, each]): [string, RawSchema][] => [
    [`${path}.${key}`, each],
    ...keysOf(each, `${path}.${key}`),
  ]);
  const branches = ['anyOf', 'oneOf'].flatMap(key => (part[key] ?? []) as RawSchema[]);
  const nested = [...branches, part.items, part.additionalProperties].filter(
    (each): each is RawSchema => typeof each === 'object' && each !== null,
  );
  return [...inside, ...nested.flatMap(each => keysOf(each, path))];
}

function accepts(text: string): boolean {
  const { source } = readYaml('f.yaml', text);
  return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(source?.value).success;
}

describe('the JSON Schema of the config', () => {
  const keys = keysOf(schema);

  it('is draft 7, which every editor supports', () => {
    expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' });
  });

  it('describes every key', () => {
    const bare = keys.filter(([, each]) => typeof each.description !== 'string').map(([path]) => path);
    expect(bare).toEqual([]);
    expect(keys.length).toBeGreaterThan(70);
  });

  it('contains every key of the config', () => {
    const paths = new Set(keys.map(([path]) => path));
    const expected = [
      '.server.publicUrl',
      '.store',
      '.mappings',
      '.destinations.baseUrl',
      '.destinations.token.file',
      '.destinations.allowHttp',
      '.destinations.catalog.refresh',
      '.destinations.limits.perSecond',
      '.destinations.retry.giveUpAfter',
      '.sources.preset',
      '.sources.secret.file',
      '.sources.verify.type',
      '.sources.verify.signature.pairSeparator',
      '.sources.verify.timestamp.tolerance',
      '.sources.verify.url.decode',
      '.sources.verify.headerPrefix',
      '.sources.verify.username',
      '.sources.verify.path',
      '.sources.verify.algorithms',
      '.sources.verify.audience',
      '.sources.eventId',
      '.sources.respondWithin',
      '.admin.token',
      '.admin.listen',
      '.retention.delivered',
      '.log.level',
    ];
    expect(expected.filter(each => !paths.has(each))).toEqual([]);
  });

  it('contains the defaults', () => {
    const byPath = new Map(keys);
    const defaultsOf = (path: string) =>
      keys.filter(([each]) => each === path).map(([, each]) => each.default);
    expect(byPath.get('.server.port')?.default).toBe(8080);
    expect(byPath.get('.server.bodyLimit')?.default).toBe('1MiB');
    expect(byPath.get('.store')?.default).toBe('sqlite:data/fieldbridge.db');
    expect(defaultsOf('.sources.verify.signed')).toEqual(
      expect.arrayContaining(['{body}', '{secret}{body}']),
    );
    expect(defaultsOf('.sources.verify.algorithms')).toContainEqual(['HS256']);
  });

  const valid = `
server: {port: "\${PORT:-8080}", bodyLimit: "\${LIMIT}"}
destinations:
  salon: {baseUrl: "\${URL}", token: {file: token}, allowHttp: "\${HTTP}", limits: {perSecond: 5}}
sources:
  a: {preset: typeform, secret: ["\${A}", {file: b}]}
  b:
    verify:
      - {type: hmac, secret: x, signature: {name: X, encoding: "\${ENCODING}"}}
      - {type: digest, secret: x, algorithm: md5, signature: {name: X}}
      - {type: body-token, secret: x, path: meta.token}
      - {type: jwt, secret: x, in: query, name: jwt, algorithms: ["\${ALGORITHM}"]}
      - {type: jwt, secret: x, algorithms: HS512}
      - {type: none}
    eventId: [a, b]
`;

  it('accepts a config, also with variables for numbers, durations and words', () => {
    expect(accepts(valid)).toBe(true);
  });

  it.each([
    ['an unknown key', 'serve: {}'],
    ['an unknown key in a section', 'log: {levle: info}'],
    ['a wrong word', 'log: {level: loud}'],
    ['a wrong number', 'server: {port: 99999}'],
    ['a wrong duration', 'retention: {failed: 5 minutes}'],
    ['a wrong name', 'sources: {Crm: {}}'],
    ['a missing key', 'destinations: {a: {token: x}}'],
    ['an unknown type', 'sources: {a: {verify: {type: hamc}}}'],
    ['a key of another type', 'sources: {a: {verify: {type: none, secret: x}}}'],
    ['a hash that no HMAC has', 'sources: {a: {verify: {type: hmac, algorithm: md5, signature: {name: X}}}}'],
    ['an algorithm of another kind', 'sources: {a: {verify: {type: jwt, algorithms: [none]}}}'],
  ])('refuses %s', (_, text) => {
    expect(accepts(text)).toBe(false);
  });
});
