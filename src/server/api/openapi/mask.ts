import { codes, type DiagnosticCode } from '../../../diagnostics/codes.ts';
import type { OpenApiDocument } from './document.ts';
import { components, type JsonSchema } from './json-schema.ts';

const mask = '[masked]';

/**
 * Masks a response for a reader: everything that its schema marks as personal data or as a secret, and everything
 * without a schema. Names, counts and times stay visible; a key that neither the schema nor `isKnown` knows is masked
 * too, because it may be personal data.
 */
export function maskAnswer(
  document: { readonly components: Pick<OpenApiDocument['components'], 'schemas'> },
  schema: JsonSchema,
  answer: unknown,
  isKnown: (name: string) => boolean,
): unknown {
  const visit = (wanted: JsonSchema | undefined, value: unknown): unknown => {
    if (value === null) return null;
    const found = wanted && resolve(wanted, value);
    if (!found || found['x-masked-for-reader'] === true) return maskAll(value, isKnown);
    if (Array.isArray(value)) return value.map(each => visit(found.items, each));
    if (typeof value === 'string' && found['x-names-masked-for-reader'] === true)
      return maskNames(value, isKnown);
    if (typeof value !== 'object') return value;
    const isNamed = (key: string) => hasKey(found, key) || isKnown(key);
    const shown = maskKeys(value, isNamed, (each, key) => visit(keySchema(found, key), each));
    return found['x-message-by-code'] === true ? { ...shown, ...titled(value) } : shown;
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

/** The message of a diagnostic may quote personal data; the title of its code never does. */
function titled(diagnostic: object): { message?: string } {
  const code = 'code' in diagnostic ? diagnostic.code : undefined;
  const known =
    typeof code === 'string' && Object.hasOwn(codes, code) ? codes[code as DiagnosticCode] : undefined;
  return known ? { message: known.title } : {};
}

function hasKey({ properties = {} }: Pick<JsonSchema, 'properties'>, key: string): boolean {
  return Object.hasOwn(properties, key);
}

function keySchema(
  { properties = {}, additionalProperties }: JsonSchema,
  key: string,
): JsonSchema | undefined {
  if (hasKey({ properties }, key)) return properties[key];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function fits({ type }: JsonSchema, value: unknown): boolean {
  // The schema of a nullable value has a list of types.
  return Array.isArray(type) ? type.some(each => isOfType(each, value)) : isOfType(type, value);
}

function isOfType(type: unknown, value: unknown): boolean {
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

/** Masks all values, but keeps known keys and the lengths of lists. */
function maskAll(value: unknown, isKnown: (name: string) => boolean): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(each => maskAll(each, isKnown));
  if (typeof value !== 'object') return mask;
  return maskKeys(value, isKnown, each => maskAll(each, isKnown));
}

/** Masks the values of an object, and numbers its unknown keys. */
function maskKeys(
  value: object,
  isKnown: (name: string) => boolean,
  make: (each: unknown, key: string) => unknown,
): object {
  let masked = 0;
  const entries = Object.entries(value).map(([key, each]) => {
    if (isKnown(key)) return [key, make(each, key)];
    masked += 1;
    return [masked === 1 ? mask : `[masked ${masked}]`, make(each, key)];
  });
  return Object.fromEntries(entries);
}

/** Masks the unknown names in a path, or a single name; positions in lists stay. */
function maskNames(text: string, isKnown: (name: string) => boolean): string {
  if (isKnown(text)) return text;
  // The key of a field may itself contain dots.
  const [, before, rest] = /^(additionalFields\.)(.*)$/s.exec(text) ?? [];
  if (before !== undefined && rest !== undefined) return before + (isKnown(rest) ? rest : mask);
  return text.replace(step, (whole, quoted: string | undefined, plain: string | undefined) => {
    const name = quoted === undefined ? plain : quoted.slice(1, -1);
    return name === undefined || isKnown(name) || isKnown(name.replace(/^\$/, '')) ? whole : mask;
  });
}

/** A position in a list, a quoted key, or a text between dots. */
const step = /\[\d+\]|("(?:[^"\\]|\\.)*"|`[^`]*`)|([^.[\]"`]+|[[\]"`])/g;
