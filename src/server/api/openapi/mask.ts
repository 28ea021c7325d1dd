import type { OpenApiDocument } from './document.ts';
import { components, type JsonSchema } from './json-schema.ts';

const mask = '[masked]';

/**
 * An answer as a reader may see it: what its schema marks as a value of a customer or a secret is masked, and so is all
 * that the schema does not name. Names, numbers of things and times stay.
 */
export function maskAnswer(
  document: { readonly components: Pick<OpenApiDocument['components'], 'schemas'> },
  schema: JsonSchema,
  answer: unknown,
): unknown {
  const visit = (wanted: JsonSchema | undefined, value: unknown): unknown => {
    if (value === null) return null;
    const found = wanted && resolve(wanted, value);
    if (!found || found['x-masked-for-reader'] === true) return maskAll(value);
    if (Array.isArray(value)) return value.map(each => visit(found.items, each));
    if (typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, visit(keySchema(found, key), each)]),
    );
  };
  const resolve = (wanted: JsonSchema, value: unknown): JsonSchema | undefined => {
    const { $ref, anyOf, ...own } = wanted;
    if (own['x-masked-for-reader'] === true) return wanted;
    if ($ref !== undefined) {
      const target = document.components.schemas[$ref.slice(components.length)];
      return target && resolve(target, value);
    }
    if (!anyOf) return fits(own, value) ? wanted : undefined;
    return anyOf.map(each => resolve(each, value)).find(each => each !== undefined);
  };
  return visit(schema, answer);
}

function keySchema(
  { properties = {}, additionalProperties }: JsonSchema,
  key: string,
): JsonSchema | undefined {
  if (Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function fits({ type }: JsonSchema, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}

/** The shape stays: keys, and how many elements there are. */
function maskAll(value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(maskAll);
  if (typeof value !== 'object') return mask;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskAll(each)]));
}
