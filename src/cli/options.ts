import type { Option } from './command.ts';

/** Options that several commands have. */
export const options = {
  config: {
    config: { type: 'string', takes: 'FILE', says: 'the config, config.yaml where it is left out' },
  },
  json: { json: { type: 'boolean', says: 'answer in JSON, for programs' } },
  offline: {
    offline: { type: 'boolean', says: 'use what is known of the account, without asking it' },
  },
  port: {
    port: { type: 'string', takes: 'PORT', says: 'the port to listen on; 0 for any that is free' },
  },
  url: { url: { type: 'string', takes: 'URL', says: 'where the bridge is, if not where the config says' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Option>>>>;
