import type { RawSchema } from '../config/schema/editor-schema.ts';
import type { OutlineStep } from './outline/cursor.ts';
import { type Outline, type OutlineNode, textUnder, valueUnder } from './outline/parts.ts';

/** A value that a schema lists, and its meaning. */
export interface NamedValue {
  readonly value: string | number | boolean;
  readonly description?: string;
}

/**
 * Returns the schemas for the place of a path: every alternative that the keys beside it do not exclude (`type: hmac`,
 * `operation: updateCustomer`).
 */
export function schemasAt(
  schema: RawSchema,
  outline: Outline,
  path: readonly OutlineStep[],
): readonly RawSchema[] {
  const { text } = outline;
  let node: OutlineNode | undefined = outline.root;
  let schemas = alternatives(schema, schema, text, node);
  for (const step of path) {
    const below: readonly RawSchema[] = schemas.flatMap(each => schemaBelow(each, step));
    node = typeof step === 'number' ? itemOf(node, step) : valueUnder(text, node, step);
    schemas = below.flatMap(each => alternatives(each, schema, text, node));
  }
  return schemas;
}

function itemOf(node: OutlineNode | undefined, index: number): OutlineNode | undefined {
  return node?.kind === 'list' ? node.items[index] : undefined;
}

function schemaBelow(schema: RawSchema, step: OutlineStep): readonly RawSchema[] {
  if (typeof step === 'number') return isSchema(schema.items) ? [schema.items] : [];
  const own = propertiesOf(schema)[step];
  if (isSchema(own)) return [own];
  return isSchema(schema.additionalProperties) ? [schema.additionalProperties] : [];
}

/** Returns the schemas that may apply to a value, with unions and references resolved. */
function alternatives(
  schema: RawSchema,
  root: RawSchema,
  text: string,
  node: OutlineNode | undefined,
): readonly RawSchema[] {
  const { $ref, anyOf, oneOf, allOf, ...own } = schema;
  const parts: RawSchema[] = [];
  if (typeof $ref === 'string') {
    const target = isSchema(root.definitions) ? root.definitions[$ref.split('/').at(-1) ?? ''] : undefined;
    if (isSchema(target)) parts.push(target);
  }
  for (const list of [anyOf, oneOf, allOf]) if (Array.isArray(list)) parts.push(...list.filter(isSchema));
  const below = parts.flatMap(each => alternatives(each, root, text, node));
  const all = Object.keys(own).length === 0 ? below : [own, ...below];
  return withoutRuledOut(all, text, node);
}

/**
 * Removes the alternatives that require another value of a key than the text has. A value that no alternative
 * requires is incomplete, and removes none.
 */
function withoutRuledOut(
  all: readonly RawSchema[],
  text: string,
  node: OutlineNode | undefined,
): readonly RawSchema[] {
  if (node?.kind !== 'map') return all;
  const constants = all.flatMap(schema => constantsOf(schema).map(([key, value]) => `${key} ${value}`));
  const known = new Set(constants);
  return all.filter(schema =>
    constantsOf(schema).every(([key, value]) => {
      const written = textUnder(text, node, key);
      return written === undefined || written === value || !known.has(`${key} ${written}`);
    }),
  );
}

/** Returns the keys for which a schema allows only one value. */
function constantsOf(schema: RawSchema): readonly (readonly [key: string, value: string])[] {
  return Object.entries(propertiesOf(schema)).flatMap(([key, each]) =>
    isSchema(each) && typeof each.const === 'string' ? [[key, each.const] as const] : [],
  );
}

/** Returns the allowed keys of a value, each with the schemas of its value. */
export function keySchemas(schemas: readonly RawSchema[]): ReadonlyMap<string, readonly RawSchema[]> {
  const keys = new Map<string, RawSchema[]>();
  for (const schema of schemas) {
    for (const [key, each] of Object.entries(propertiesOf(schema))) {
      if (!isSchema(each)) continue;
      const known = keys.get(key);
      if (known) known.push(each);
      else keys.set(key, [each]);
    }
  }
  return keys;
}

/** Returns the values that schemas list, each once. */
export function namedValues(schemas: readonly RawSchema[]): readonly NamedValue[] {
  const values = new Map<string, NamedValue>();
  const add = (value: unknown, description: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
    if (values.has(String(value))) return;
    values.set(String(value), { value, ...(typeof description === 'string' && { description }) });
  };
  for (const schema of schemas) {
    const { enum: list, enumDescriptions: words } = schema;
    if (Array.isArray(list)) {
      for (const [index, each] of list.entries()) add(each, Array.isArray(words) ? words[index] : undefined);
    }
    if (schema.const !== undefined) add(schema.const, undefined);
    if (schema.type === 'boolean') for (const each of [true, false]) add(each, undefined);
  }
  return [...values.values()];
}

/** Returns the examples in schemas. */
export function exampleTexts(schemas: readonly RawSchema[]): readonly string[] {
  const all = schemas.flatMap(({ examples }) => (Array.isArray(examples) ? examples : []));
  return [...new Set(all.filter(each => typeof each === 'string'))];
}

/** Describes a schema in words: its purpose, the allowed values, its default, examples. */
export function describedBy(schemas: readonly RawSchema[]): string | undefined {
  for (const { markdownDescription, description } of schemas) {
    if (typeof markdownDescription === 'string') return markdownDescription;
    if (typeof description === 'string') return description;
  }
  return undefined;
}

/** Returns the first sentence of the description in the schemas. */
export function schemaSummary(schemas: readonly RawSchema[]): string | undefined {
  const text = schemas.map(({ description }) => description).find(each => typeof each === 'string');
  if (typeof text !== 'string') return undefined;
  const end = /[.:] (?=[A-Z])/.exec(text);
  return end ? text.slice(0, end.index + (text[end.index] === '.' ? 1 : 0)) : text;
}

/** Returns the types of values that schemas allow: `object`, `array`, `string`. */
export function typesOf(schemas: readonly RawSchema[]): ReadonlySet<string> {
  return new Set(schemas.flatMap(({ type }) => (Array.isArray(type) ? type : [type])).map(String));
}

function propertiesOf({ properties }: RawSchema): Readonly<Record<string, unknown>> {
  return isSchema(properties) ? properties : {};
}

function isSchema(value: unknown): value is RawSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
