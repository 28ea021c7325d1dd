import type { Option } from './command.ts';

/** An option with a value; the help shows `takes` as the value's name. */
export function withValue(takes: string, says: string): Option {
  return { type: 'string', takes, says };
}

/** An option with a value that can be repeated. */
export function withValues(takes: string, says: string): Option {
  return { type: 'string', multiple: true, takes, says };
}

/** An option without a value. */
export function switchedOn(says: string): Option {
  return { type: 'boolean', says };
}

/** The options that several commands share. */
export const options = {
  audit: {
    reason: withValue('TEXT', 'The reason, for the audit log.'),
    who: withValue('NAME', 'Your name, for the audit log.'),
  },
  config: { config: withValue('FILE', 'The config file (default: config.yaml).') },
  json: { json: switchedOn('Print JSON, for programs.') },
  offline: { offline: switchedOn('Use the stored catalog instead of asking the account.') },
  port: { port: withValue('PORT', 'The port to listen on; 0 takes any free one.') },
  url: { url: withValue('URL', 'The address of the bridge (default: by the config).') },
};
