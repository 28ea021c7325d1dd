import type { SourceConfig } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { presets } from '../../src/receive/senders/senders.ts';

/** A source with these keys in YAML of any form; `verify` may be omitted. */
export function sourceOf(keys: string): SourceConfig {
  const lines = `${/^preset:/m.test(keys) ? 'secret: a-secret-that-is-long-enough' : 'verify: {type: none}'}\n${keys}`;
  const text = `sources:\n  website:\n${lines.trim().replaceAll(/^/gm, '    ')}\n`;
  const file = (path: string) => {
    if (path === '/c.yaml') return text;
    throw new Error(`there is no file ${path}`);
  };
  const { config, diagnostics } = loadConfig('/c.yaml', { env: {}, presets, readFile: file });
  const source = config?.sources.get('website');
  if (!source) throw new Error(diagnostics.map(each => each.message).join('\n'));
  return source;
}
