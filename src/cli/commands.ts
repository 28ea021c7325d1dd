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
  init: {
    summary: 'write a first config and mapping, from live fields and a webhook',
    words: '',
    most: 0,
    options: {
      folder: { type: 'string', takes: 'DIR', says: 'where to write; here, if left out' },
      url: { type: 'string', takes: 'URL', says: 'the address of the calendar' },
      sandbox: { type: 'boolean', says: 'take the simulated calendar, to try' },
      'allow-http': { type: 'boolean', says: 'send the token to an address without encryption' },
      'token-env': {
        type: 'string',
        takes: 'NAME',
        says: 'the environment variable that holds the API token',
      },
      'token-file': { type: 'string', takes: 'PATH', says: 'the file that holds the API token' },
      locale: { type: 'string', takes: 'CODE', says: 'the language of the field names; de, if left out' },
      statuses: { type: 'string', takes: 'NAMES', says: 'customer statuses in use, with commas' },
      destination: { type: 'string', takes: 'NAME', says: 'a name for the location; salon, if left out' },
      sender: { type: 'string', takes: 'NAME', says: 'who sends, as in `fieldbridge sources`; or other' },
      source: { type: 'string', takes: 'NAME', says: 'a name for the sender; its own, if left out' },
      verify: { type: 'string', takes: 'TYPE', says: 'other: how it proves whose its webhooks are' },
      'verify-name': { type: 'string', takes: 'NAME', says: 'other: the header, key or user name of that' },
      'verify-prefix': { type: 'string', takes: 'TEXT', says: 'other: what stands before it in the header' },
      'secret-env': {
        type: 'string',
        takes: 'NAME',
        says: "the environment variable of the sender's secret",
      },
      'secret-file': { type: 'string', takes: 'PATH', says: "the file that holds the sender's secret" },
      'public-url': { type: 'string', takes: 'URL', says: 'how the sender sees Fieldbridge' },
      payload: { type: 'string', takes: 'FILE', says: 'a file with one webhook' },
      sample: { type: 'boolean', says: "take the package's example of the sender" },
      wait: { type: 'boolean', says: 'wait for one real webhook' },
      ...port,
      force: { type: 'boolean', says: 'replace files that are there already' },
      ...json,
    },
    load: async () => (await import('./init.ts')).init,
  },
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
    options: {
      fix: { type: 'boolean', says: 'mend in the files what is certain, and say what' },
      strict: { type: 'boolean', says: 'let warnings count as errors' },
      format: { type: 'string', takes: 'FORMAT', says: 'github: annotations of a pull request' },
      ...offline,
      ...json,
      ...config,
    },
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
    options: {
      save: { type: 'boolean', says: 'keep them in catalog.lock.yaml; tell what has changed' },
      ...json,
      ...config,
    },
    load: async () => (await import('./fields.ts')).fields,
  },
  statuses: {
    summary: 'list the customer statuses known of a destination, and how',
    words: '[DESTINATION]',
    most: 1,
    options: {
      probe: {
        type: 'boolean',
        says: 'have the API refuse one that cannot exist, to learn them',
      },
      customer: {
        type: 'string',
        takes: 'NUMBER',
        says: 'a real customer for --probe, who stays as they are',
      },
      ...json,
      ...config,
    },
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
  schema: {
    summary: 'print the JSON Schema of the config or of a mapping, for editors',
    words: 'config|mapping',
    most: 1,
    options: {},
    load: async () => (await import('./schema.ts')).schema,
  },
};
