import * as z from 'zod';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { Preset } from '../sources/preset.ts';
import { sourceSchema } from '../sources/source-schema.ts';
import { verifySchemas } from '../sources/verify-schema.ts';
import { adminSchema, logSchema, mappingsSchema, reloadSchema, retentionSchema } from './config-schema.ts';
import { destinationSchema } from './destination-schema.ts';
import { editorSchema, type RawSchema } from './editor-schema.ts';
import { name } from './plain-values.ts';
import { alertsSchema } from './receiver-schema.ts';
import { serverSchema } from './server-schema.ts';
import { storeSchema } from './store-schema.ts';
import { tablesSchema } from './tables-schema.ts';
import { telemetrySchema } from './telemetry-schema.ts';

/**
 * Returns the JSON Schema of the config for editors: every key with its description and default, and the names of
 * the presets. It is draft 7, which all editors support.
 */
export function configJsonSchema(presets: ReadonlyMap<string, Pick<Preset, 'title'>>): RawSchema {
  return editorSchema({
    title: 'Fieldbridge config',
    ...(allowVariables(describedConfig(presets)) as RawSchema),
  });
}

/** Returns the schema before it is adapted to editors: with `written` and `allowed`, and without variables. */
export function describedConfig(presets: ReadonlyMap<string, Pick<Preset, 'title'>>): RawSchema {
  const { none, ...schemas } = verifySchemas();
  const verify = z.discriminatedUnion('type', [none, ...Object.values(schemas)]);
  const source = sourceSchema().extend({
    ...presetSchema(presets),
    verify: z
      .union([verify, z.array(verify).min(1)])
      .optional()
      .describe('How webhooks are verified. Of several entries, one must match'),
  });
  const config = z.strictObject({
    server: serverSchema().prefault({}).describe('The server that receives webhooks'),
    store: storeSchema(''),
    mappings: mappingsSchema(''),
    reload: reloadSchema,
    tables: tablesSchema,
    destinations: z
      .record(name, destinationSchema())
      .nullish()
      .describe('Destinations of calls: locations of the calendar account, by name'),
    sources: z.record(name, source).nullish().describe('Senders of webhooks, by name'),
    admin: adminSchema(),
    alerts: alertsSchema(),
    retention: retentionSchema,
    log: logSchema,
    telemetry: telemetrySchema(),
  });
  return z.toJSONSchema(config, { io: 'input', target: 'draft-7' });
}

function presetSchema(presets: ReadonlyMap<string, Pick<Preset, 'title'>>) {
  const [first, ...names] = [...presets.keys()].sort();
  if (first === undefined) return {};
  const titles = [first, ...names].map(name => presets.get(name)?.title ?? name);
  const { description } = sourceSchema().shape.preset;
  const preset = z.enum([first, ...names]).optional();
  return { preset: preset.meta({ description, written: [first], enumDescriptions: titles }) };
}

const variable = { type: 'string', pattern: '\\$\\{' };

/** Allows `${NAME}` for any text, number, flag or element of a list, because a variable may replace it. */
function allowVariables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(allowVariables);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { description, default: fallback, written, allowed, ...rest } = schema as Record<string, unknown>;
  const outer = withoutAbsent({ description, default: fallback, written, allowed });
  const isBound =
    typeof rest.type === 'string' && (scalarTypes.has(rest.type) || 'pattern' in rest || 'enum' in rest);
  if (isBound) return { ...outer, anyOf: [rest, variable] };
  return { ...outer, ...Object.fromEntries(Object.entries(rest).map(descend)) };
}

const scalarTypes = new Set(['number', 'integer', 'boolean']);

function descend([key, value]: [string, unknown]): [string, unknown] {
  if (key === 'properties' || key === '$defs') {
    const entries = Object.entries(value as Record<string, unknown>);
    return [key, Object.fromEntries(entries.map(([each, schema]) => [each, allowVariables(schema)]))];
  }
  return ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'].includes(key)
    ? [key, allowVariables(value)]
    : [key, value];
}
