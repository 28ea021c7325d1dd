import * as z from 'zod';

/** The parts of a JSON Schema that this program reads. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [key: string]: unknown;
}

/** The path of the named schemas in a document. */
export const components = '#/components/schemas/';

/** Converts a schema to JSON Schema; named schemas in it are added to `named` and referenced. */
export function jsonSchemaOf(schema: z.ZodType, named: Map<string, JsonSchema>): JsonSchema {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: leaveOut });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', `"${components}`);
  const { $schema: _, $defs, id, ...rest } = JSON.parse(text) as JsonSchema;
  for (const [name, each] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
    const { id: __, ...named_ } = each;
    named.set(name, named_);
  }
  if (typeof id !== 'string') return rest;
  named.set(id, rest);
  return { $ref: components + id };
}

/** Removes keywords that repeat the format or the type. */
function leaveOut({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
