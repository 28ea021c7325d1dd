import type { Option } from './command.ts';

/** Options that several commands have. */
export const options = {
  config: {
    config: { type: 'string', takes: 'FILE', says: 'The config file (default: config.yaml).' },
  },
  json: { json: { type: 'boolean', says: 'Print JSON, for programs.' } },
  offline: {
    offline: { type: 'boolean', says: 'Use the stored catalog instead of asking the account.' },
  },
  port: {
    port: { type: 'string', takes: 'PORT', says: 'The port to listen on; 0 takes any free one.' },
  },
  url: { url: { type: 'string', takes: 'URL', says: 'The address of the bridge (default: by the config).' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Option>>>>;
