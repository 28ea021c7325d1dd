import type { ParseArgsOptionsConfig } from 'node:util';
import type { Command } from './command.ts';

/** An option, and what it is for. */
type Option = ParseArgsOptionsConfig[string] & { readonly takes?: string; readonly says: string };

/** A command with all that its help says. */
export interface CommandEntry {
  readonly summary: string;
  /** What stands behind the command's name: `MAPPING PAYLOAD`. */
  readonly words: string;
  /** How many words it takes at most; at least those of `words` that stand in no brackets. */
  readonly most: number;
  readonly options: Readonly<Record<string, Option>>;
  load(): Promise<Command>;
}

const config = {
  config: { type: 'string', takes: 'FILE', says: 'the config, config.yaml where it is left out' },
} as const;
const json = { json: { type: 'boolean', says: 'answer in JSON, for programs' } } as const;
const offline = {
  offline: { type: 'boolean', says: 'use what is known of the account, without asking it' },
} as const;
const port = {
  port: { type: 'string', takes: 'PORT', says: 'the port to listen on; 0 for any that is free' },
} as const;

/** Every command, in the order of the help. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  start: {
    summary: 'run the bridge',
    words: '',
    most: 0,
    options: config,
    load: async () => (await import('./start.ts')).start,
  },
  demo: {
    summary: 'see the whole way: webhooks, the bridge, a simulated calendar',
    words: '',
    most: 0,
    options: port,
    load: async () => (await import('./demo.ts')).demo,
  },
  sandbox: {
    summary: 'run the simulated calendar alone, to try mappings without an account',
    words: '',
    most: 0,
    options: { host: { type: 'string', takes: 'HOST', says: 'the address to listen on' }, ...port },
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  check: {
    summary: 'find every fault of config and mappings, also against the account',
    words: '',
    most: 0,
    options: { ...offline, ...json, ...config },
    load: async () => (await import('./check.ts')).check,
  },
  test: {
    summary: 'run the tests in the mapping files',
    words: '[MAPPING ...]',
    most: Number.POSITIVE_INFINITY,
    options: { ...json, ...config },
    load: async () => (await import('./test.ts')).test,
  },
  preview: {
    summary: 'show the exact call that a mapping makes of a payload; send nothing',
    words: 'MAPPING PAYLOAD',
    most: 2,
    options: {
      linked: { type: 'string', takes: 'NUMBER', says: 'as if this customer number were known for the link' },
      ...offline,
      ...json,
      ...config,
    },
    load: async () => (await import('./preview.ts')).preview,
  },
  fields: {
    summary: 'list the additional fields of a destination, live',
    words: '[DESTINATION]',
    most: 1,
    options: { ...json, ...config },
    load: async () => (await import('./fields.ts')).fields,
  },
  statuses: {
    summary: 'list the customer statuses known of a destination, and how',
    words: '[DESTINATION]',
    most: 1,
    options: { ...json, ...config },
    load: async () => (await import('./statuses.ts')).statuses,
  },
  sources: {
    summary: 'list the senders that are known by name, and what to do there',
    words: '[PRESET]',
    most: 1,
    options: json,
    load: async () => (await import('./sources.ts')).sources,
  },
  send: {
    summary: 'post a payload to a source, signed as its sender would',
    words: 'SOURCE PAYLOAD',
    most: 2,
    options: {
      url: { type: 'string', takes: 'URL', says: 'where the bridge is, if not where the config says' },
      'content-type': {
        type: 'string',
        takes: 'TYPE',
        says: 'the content type, if not what the payload looks like',
      },
      header: {
        type: 'string',
        multiple: true,
        takes: 'NAME:VALUE',
        says: 'a header that the sender sends: x-github-event:push',
      },
      ...json,
      ...config,
    },
    load: async () => (await import('./send.ts')).send,
  },
  backup: {
    summary: 'make a backup of the store, also while the bridge runs',
    words: 'FILE',
    most: 1,
    options: { ...json, ...config },
    load: async () => (await import('./backup.ts')).backup,
  },
  erase: {
    summary: 'erase what is kept of a person, so that no file holds it any more',
    words: '',
    most: 0,
    options: {
      customer: { type: 'string', takes: 'NUMBER', says: 'the customer number' },
      destination: { type: 'string', takes: 'NAME', says: 'where it is that number, if that is not clear' },
      link: { type: 'string', takes: 'ID', says: "the sender's own id of the person" },
      people: { type: 'string', takes: 'NAME', says: 'whose id it is, if that is not clear' },
      event: { type: 'string', takes: 'ID', says: 'one event' },
      text: { type: 'string', takes: 'TEXT', says: 'whatever holds this text: an e-mail address, a name' },
      reason: { type: 'string', takes: 'TEXT', says: 'why; it is kept' },
      who: { type: 'string', takes: 'NAME', says: 'who you are, for the audit trail' },
      url: { type: 'string', takes: 'URL', says: 'where the bridge is, if not where the config says' },
      ...json,
      ...config,
    },
    load: async () => (await import('./erase.ts')).erase,
  },
  schema: {
    summary: 'print the JSON Schema of the config or of a mapping, for editors',
    words: 'config|mapping',
    most: 1,
    options: {},
    load: async () => (await import('./schema.ts')).schema,
  },
};
