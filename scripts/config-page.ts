import type { RawSchema } from '../src/config/schema/editor-schema.ts';
import { describedConfig } from '../src/config/schema/json-schema.ts';
import { presets } from '../src/receive/senders/senders.ts';
import { branchesOf, keyTable, propertiesOf, sentence } from './key-table.ts';

const introduction = `# The config

This page lists every key of \`config.yaml\`. \`npm run docs\` generates it from the schemas that the program uses to read the
file. \`fieldbridge schema config\` gives the same to an editor. [config.example.yaml](../../config.example.yaml) is a
complete example.

- \`\${NAME}\` and \`\${NAME:-default}\` in any value are replaced by the environment variable NAME. A variable that is not set and
  has no default is an error.
- A secret is a text or \`{file: PATH}\`. The file is read again at each use, so a new secret needs no restart.
- A duration is a whole number with its unit: \`250ms\`, \`15s\`, \`5m\`, \`1h\`, \`30d\`. A size is \`64KiB\` or \`1MiB\`.
- A relative path starts from the folder of the config.
- The names of destinations and sources have up to 63 characters: lower-case letters, digits, \`-\` and \`_\`.
- The program does not start with an unknown key or a value that is not allowed. \`fieldbridge check\` shows all of them at once.
- Changes of \`sources\` and \`tables\` take effect within seconds. Changes of other keys need a restart.`;

/** Returns the page about the keys of the config, generated from their schemas. */
export function configPage(): string {
  const sections = propertiesOf(describedConfig(presets)).flatMap(([key, schema]) => section(key, schema));
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function section(key: string, schema: RawSchema): readonly string[] {
  const [named] = branchesOf(schema);
  const heading = `## ${key}`;
  const said = sentence(schema.description);
  if (!named)
    return [heading, ...(schema.properties ? [said, keyTable(schema)] : [keyTable(only(key, schema))])];
  const entry = named.additionalProperties as RawSchema;
  const verify = ((entry.properties ?? {}) as Record<string, RawSchema>).verify;
  if (!verify) return [heading, said, keyTable(entry)];
  return [heading, said, keyTable(withoutList(entry, verify)), ...verifySections(verify)];
}

/** Returns the schema of an object with only this key. */
function only(key: string, schema: RawSchema): RawSchema {
  return { properties: { [key]: schema } };
}

function withoutList(entry: RawSchema, { description }: RawSchema): RawSchema {
  const properties = entry.properties as Record<string, RawSchema>;
  const preset = { ...properties.preset, allowed: 'the name of a preset: `fieldbridge sources` lists them' };
  const { enumDescriptions: _, ...plain } = preset as Record<string, unknown>;
  const verify = { description, allowed: 'an entry as below, or a list of them' };
  return { ...entry, properties: { ...properties, preset: plain, verify } };
}

function verifySections(verify: RawSchema): readonly string[] {
  const [one] = branchesOf(verify);
  return branchesOf(one ?? {}).flatMap(schema => {
    const { type, ...keys } = schema.properties as Record<string, RawSchema>;
    const own = { ...schema, properties: keys };
    const table = Object.keys(keys).length > 0 ? [keyTable(own)] : [];
    return [`### verify, type: ${String(type?.const)}`, sentence(type?.description), ...table];
  });
}
