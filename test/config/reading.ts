import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import type { Needs } from '../../src/config/placeholder.ts';
import type { Preset } from '../../src/config/sources/preset.ts';

const known: readonly Preset[] = [
  {
    name: 'survey',
    title: 'Survey',
    verify: [
      { type: 'hmac', signature: { name: 'Survey-Signature', prefix: 'sha256=', encoding: 'base64' } },
    ],
    body: 'json',
    split: 'answers',
    eventId: ['event_id', 'number'],
    eventType: 'event_type',
    occurredAt: 'at',
    answers: 'survey',
    setup: ['Enter {url}.'],
  },
  {
    name: 'url-signer',
    title: 'URL signer',
    verify: [{ type: 'hmac', signature: { name: 'X-Sig' }, signed: '{method}{url}{body}' }],
    setup: [],
  },
  { name: 'standard', title: 'Standard Webhooks', verify: [{ type: 'standard-webhooks' }], setup: [] },
  { name: 'password', title: 'With a password', verify: [{ type: 'basic', username: 'sender' }], setup: [] },
  {
    name: 'two-ways',
    title: 'Two ways',
    verify: [{ type: 'hmac', signature: { name: 'X-Sig-2' } }],
    versions: {
      v2: [{ type: 'hmac', signature: { name: 'X-Sig-2' } }],
      v1: [{ type: 'hmac', signature: { name: 'X-Sig-1' } }],
    },
    setup: [],
  },
  {
    name: 'tells-later',
    title: 'Tells later',
    verify: [{ type: 'hmac', signature: { name: 'X-Sig' } }],
    secretComesLater: true,
    setup: [],
  },
  { name: 'token', title: 'With a token', verify: [{ type: 'jwt' }], setup: [] },
  {
    name: 'asks',
    title: 'Asks before it posts',
    verify: [{ type: 'hmac', signature: { name: 'X-Sig' } }],
    handshakes: ['get', 'ping'],
    handshake: { echo: 'x-preset' },
    setup: [],
  },
];

/** Presets, as the folder of senders would contain them. */
export const presets: ReadonlyMap<string, Preset> = new Map(known.map(preset => [preset.name, preset]));

/** The contents of the files on the simulated disk, by absolute path; `undefined` for an unreadable file. */
export type Files = Record<string, string | undefined>;

/** Reads a config text as the file `/etc/bridge/config.yaml`. */
export function load(
  text: string,
  env: Record<string, string> = {},
  files: Files = {},
  needs?: Needs,
): LoadedConfig {
  const all: Files = { '/etc/bridge/config.yaml': text };
  return loadConfig('/etc/bridge/config.yaml', {
    env,
    presets,
    needs,
    readFile: path => {
      const found = path in all ? all[path] : files[path];
      if (found === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
      return found;
    },
  });
}

/** Returns each diagnostic as `line:column code`. */
export function codesOf({ diagnostics }: LoadedConfig): string[] {
  return diagnostics.map(({ code, place }) => `${place?.line}:${place?.column} ${code}`);
}
