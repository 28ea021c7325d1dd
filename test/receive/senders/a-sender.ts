import type { SourceConfig } from '../../../src/config/config.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { publicUrl, secretText } from '../a-source.ts';

/**
 * The source `website` of a preset, from a config with only the preset, a secret and `more` keys in YAML, such as
 * `version: v1`.
 */
export function senderSource(preset: string, more = '', secret = secretText): SourceConfig {
  const file = '/bridge/config.yaml';
  const text = [
    `server: {publicUrl: "${publicUrl}"}`,
    'sources:',
    '  website:',
    `    preset: ${preset}`,
    ...(secret === '' ? [] : [`    secret: ${JSON.stringify(secret)}`]),
    ...more.split('\n').map(line => `    ${line}`),
    'destinations: {salon: {baseUrl: "https://calendar.example.com", token: a-token-of-the-salon}}',
  ].join('\n');
  const { config, diagnostics } = loadConfig(file, { env: {}, presets, readFile: () => text });
  const source = config?.sources.get('website');
  if (source) return source;
  throw new Error(diagnostics.map(each => each.message).join('; '));
}
