import type { CommandEntry } from './command.ts';
import { options } from './options.ts';
import { serverCommands, sourceStatus } from './server-commands.ts';

const { config, json, offline, port, url } = options;

const header = {
  type: 'string',
  multiple: true,
  takes: 'NAME:VALUE',
  says: 'a header that its sender sends, as in x-github-event:push',
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
    summary: 'run the tests in the mapping files, also against the account',
    words: '[MAPPING ...]',
    most: Number.POSITIVE_INFINITY,
    options: {
      update: { type: 'boolean', says: 'write what failing tests make now as what they expect' },
      ...offline,
      ...json,
      ...config,
    },
    load: async () => (await import('./test.ts')).test,
  },
  preview: {
    summary: 'show the exact call that a mapping makes of a payload; send nothing',
    words: 'MAPPING PAYLOAD',
    most: 2,
    notes: ['PAYLOAD is a file, - for standard input, or a stored event (evt_...).'],
    options: {
      why: { type: 'boolean', says: 'tell how every value arose, and why others are not sent' },
      raw: { type: 'boolean', says: 'show the request as it stands on the wire' },
      header,
      linked: { type: 'string', takes: 'NUMBER', says: 'as if this customer number were known for the link' },
      ...offline,
      ...json,
      ...config,
    },
    load: async () => (await import('./preview.ts')).preview,
  },
  diff: {
    summary: 'show how the mappings on disk would change calls of stored events',
    words: '',
    most: 0,
    options: {
      last: { type: 'string', takes: 'N', says: 'so many of the newest events, 1000 where it is left out' },
      mapping: { type: 'string', takes: 'MAPPING', says: 'only the calls of this mapping' },
      source: { type: 'string', takes: 'SOURCE', says: 'only the events of this source' },
      values: { type: 'boolean', says: "show customers' values, not only what they look like" },
      ...offline,
      ...json,
      ...config,
    },
    load: async () => (await import('./diff.ts')).diff,
  },
  capture: {
    summary: 'make a test of a stored event, with personal values replaced',
    words: 'EVENT',
    most: 1,
    options: {
      into: { type: 'string', takes: 'MAPPING', says: 'the mapping that gets the test' },
      name: { type: 'string', takes: 'TEXT', says: 'what the test shows, in a few words' },
      ...offline,
      ...json,
      ...config,
    },
    load: async () => (await import('./capture.ts')).capture,
  },
  coverage: {
    summary: 'show what of the events nobody maps, and which fields nobody fills',
    words: '[SOURCE]',
    most: 1,
    options: {
      last: { type: 'string', takes: 'N', says: 'look at so many of the newest events, 1000 if left out' },
      newest: { type: 'string', takes: 'N', says: 'so many of them are lately, 100 if left out' },
      ...offline,
      ...json,
      ...config,
    },
    load: async () => (await import('./coverage.ts')).coverage,
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
    subcommands: { status: sourceStatus },
    load: async () => (await import('./sources.ts')).sources,
  },
  send: {
    summary: 'post a payload to a source, signed as its sender would',
    words: 'SOURCE PAYLOAD',
    most: 2,
    notes: ['PAYLOAD is a file, or - for standard input.'],
    options: {
      ...url,
      'content-type': {
        type: 'string',
        takes: 'TYPE',
        says: 'the content type, if not what the payload looks like',
      },
      header,
      ...json,
      ...config,
    },
    load: async () => (await import('./send.ts')).send,
  },
  ...serverCommands,
  schema: {
    summary: 'print the JSON Schema of the config or of a mapping, for editors',
    words: 'config|mapping',
    most: 1,
    options: {
      live: { type: 'boolean', says: 'with the names that the config and its accounts have (mapping)' },
      write: { type: 'string', takes: 'FILE', says: 'write it to a file' },
      ...offline,
      ...config,
    },
    load: async () => (await import('./schema.ts')).schema,
  },
};
