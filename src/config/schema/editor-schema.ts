/** A JSON Schema. */
export type RawSchema = { readonly [key: string]: unknown };

/**
 * A JSON Schema with further properties that editors show: each description also as `markdownDescription`, with the
 * default and the examples as code, and with the allowed values in words. `written` of our schemas becomes `examples`:
 * under the standard name they would be lost if the written value differs from the parsed one. `allowed` describes
 * limits that no keyword of JSON Schema has; `needed` is for the reference only.
 */
export function editorSchema(schema: RawSchema): RawSchema {
  const { written, allowed, needed: _, ...rest } = schema;
  const whole = written === undefined ? rest : { ...rest, examples: written };
  return Object.fromEntries(
    Object.entries({ ...whole, ...markdown(whole, allowed) }).map(([key, value]) => {
      if (nested.has(key)) return [key, editorPart(value)];
      return [key, named.has(key) ? eachPart(value) : value];
    }),
  );
}

/** Keywords whose value contains schemas by name, and keywords whose value is a schema or a list of them. */
const named = new Set(['properties', 'definitions', '$defs']);
const nested = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'if', 'then', 'else']);

function eachPart(schemas: unknown): unknown {
  const entries = Object.entries(schemas as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, each]) => [name, editorPart(each)]));
}

function editorPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(editorPart);
  return typeof value === 'object' && value !== null ? editorSchema(value as RawSchema) : value;
}

function markdown(schema: RawSchema, allowed: unknown): { markdownDescription?: string } {
  const { description, default: fallback, examples } = schema;
  if (typeof description !== 'string' || schema.markdownDescription !== undefined) return {};
  const isSaid = /default/i.test(description) || fallback === undefined || isEmpty(fallback);
  const parts = [
    description,
    typeof allowed === 'string' ? `Allowed: ${allowed}` : '',
    isSaid ? '' : `Default: ${code(fallback)}`,
    Array.isArray(examples) && examples.length > 0 ? `For example: ${examples.map(code).join(', ')}` : '',
  ];
  return { markdownDescription: parts.filter(Boolean).join('\n\n') };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Formats a value approximately as YAML, marked as code. */
export function code(value: unknown): string {
  return `\`${typeof value === 'string' && value !== '' ? value : flow(value)}\``;
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && /^[\w$.][^,{}[\]#"]*$/.test(value) ? value : JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, each]) => `${key}: ${flow(each)}`);
  return `{${pairs.join(', ')}}`;
}
