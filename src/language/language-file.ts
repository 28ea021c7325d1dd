import type { RawSchema } from '../config/schema/editor-schema.ts';
import { configJsonSchema } from '../config/schema/json-schema.ts';
import { mappingJsonSchema } from '../mapping/json-schema.ts';
import { presets } from '../receive/senders/senders.ts';
import { keysOf, type Outline, textUnder } from './outline/parts.ts';

/** The purpose of a file. */
export type FileKind = 'config' | 'mapping';

/** Keys that occur only at the top of a config. */
const configKeys = new Set([
  'destinations',
  'sources',
  'server',
  'store',
  'mappings',
  'admin',
  'retention',
  'alerts',
  'telemetry',
  'log',
  'reload',
]);

/** Detects a config or a mapping by the name of the file, or else by its keys. */
export function fileKind(file: string, outline: Outline): FileKind {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  if (/^(config|fieldbridge)([.-].*)?\.ya?ml$/.test(name)) return 'config';
  if (/(^|[\\/])mappings[\\/]/.test(file)) return 'mapping';
  return keysOf(outline.text, outline.root).some(key => configKeys.has(key)) ? 'config' : 'mapping';
}

let ofConfig: RawSchema | undefined;
let ofMapping: RawSchema | undefined;

/** Returns the schema of a kind of file. It is made at the first request. */
export function schemaOf(kind: FileKind): RawSchema {
  if (kind === 'config') {
    ofConfig ??= configJsonSchema(presets);
    return ofConfig;
  }
  ofMapping ??= mappingJsonSchema();
  return ofMapping;
}

/** Returns the source of a mapping, even if the rest of the mapping cannot be read. */
export function sourceNamed(outline: Outline): string | undefined {
  return textUnder(outline.text, outline.root, 'source') || undefined;
}
