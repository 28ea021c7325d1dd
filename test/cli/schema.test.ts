import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fromJSONSchema } from 'zod';
import { fieldbridge } from './command-line.ts';

const root = resolve(import.meta.dirname, '../..');
const mappings = readdirSync(join(root, 'mappings')).filter(name => name.endsWith('.yaml'));

/** A checker made of the schema that the command prints, by another implementation than the one that made it. */
async function schemaOf(what: 'config' | 'mapping') {
  const ran = await fieldbridge(['schema', what]);
  expect({ status: ran.status, err: ran.err }).toEqual({ status: 0, err: '' });
  return fromJSONSchema(JSON.parse(ran.out));
}

function read(path: string): unknown {
  return parse(readFileSync(join(root, path), 'utf8'));
}

describe('schema', () => {
  it('of the config takes the example config, and refuses it with a misspelt key', async () => {
    const schema = await schemaOf('config');
    const example = read('config.example.yaml') as Record<string, unknown>;
    expect(schema.safeParse(example).error).toBeUndefined();
    expect(schema.safeParse({ ...example, soruces: {} }).success).toBe(false);
    expect(schema.safeParse({ ...example, sources: 3 }).success).toBe(false);
  });

  it.each(mappings)('of a mapping takes mappings/%s, and refuses it with a misspelt key', async name => {
    const schema = await schemaOf('mapping');
    const mapping = read(`mappings/${name}`) as Record<string, unknown>;
    expect(schema.safeParse(mapping).error).toBeUndefined();
    expect(schema.safeParse({ ...mapping, sest: {} }).success).toBe(false);
    expect(schema.safeParse({ ...mapping, operation: 'update' }).success).toBe(false);
  });

  it.each(['config', 'mapping'])('of %s says which dialect of JSON Schema it is', async what => {
    const ran = await fieldbridge(['schema', what]);
    expect(JSON.parse(ran.out).$schema).toMatch(/^https?:\/\/json-schema\.org\/draft/);
  });
});
