import { expect, it } from 'vitest';
import { mappingJsonSchema } from '../../src/mapping/json-schema.ts';
import { parameterNames } from '../../src/mapping/parameters.ts';

interface Schema {
  readonly [key: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

const schema = mappingJsonSchema() as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

function resolve(part: Schema | undefined): Schema {
  const name = part?.$ref?.split('/').at(-1);
  return { ...(name === undefined ? {} : resolve(schema.definitions[name])), ...part };
}

it('describes both operations, each with exactly its own parameters', () => {
  for (const operation of ['updateCustomer', 'persistCustomerData'] as const) {
    const file = schema.anyOf
      ?.map(resolve)
      .find(each => resolve(each.properties?.operation).const === operation);
    const set = resolve(file?.properties?.set);
    expect(Object.keys(set.properties ?? {})).toEqual([...parameterNames(operation), 'additionalFields']);
    expect(set.additionalProperties).toBe(false);
    expect(file?.additionalProperties).toBe(false);
  }
});

it('offers ignoreOlder for updates only', () => {
  const offering = schema.anyOf?.map(resolve).filter(file => file.properties?.ignoreOlder);
  expect(offering?.map(file => resolve(file.properties?.operation).const)).toEqual(['updateCustomer']);
});

it('has a description for every key that an editor offers', () => {
  const missing: string[] = [];
  const look = (part: Schema | undefined, path: string, seen: ReadonlySet<unknown>) => {
    const whole = resolve(part);
    for (const [key, value] of Object.entries(whole.properties ?? {})) {
      if (typeof resolve(value).description !== 'string') missing.push(`${path}.${key}`);
    }
    const inner = [...Object.values(whole.properties ?? {}), ...(whole.anyOf ?? [])];
    for (const each of inner) if (!seen.has(each)) look(each, path, new Set([...seen, each]));
  };
  look(schema, '', new Set());
  expect(missing).toEqual([]);
});

it('can be created repeatedly', () => {
  expect(mappingJsonSchema()).toEqual(schema);
});
