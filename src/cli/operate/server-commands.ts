import type { CommandEntry, Option } from '../command.ts';
import { options } from '../options.ts';

const server = { ...options.url, ...options.json, ...options.config };
const limit = (what: string): Readonly<Record<'limit', Option>> => ({
  limit: { type: 'string', takes: 'N', says: `show so many ${what} at most; 50 where it is left out` },
});
const filter: Readonly<Record<string, Option>> = {
  status: { type: 'string', takes: 'STATUS', says: 'only those of this status, such as failed or held' },
  needs: {
    type: 'string',
    takes: 'person',
    says: 'only those that a person must bring on: uncertain or failed',
  },
  source: { type: 'string', takes: 'SOURCE', says: 'only those of this source' },
  mapping: { type: 'string', takes: 'MAPPING', says: 'only those that this mapping made a call of' },
  destination: { type: 'string', takes: 'NAME', says: 'only those with a call to this destination' },
  action: {
    type: 'string',
    takes: 'ACTION',
    says: 'only those whose customer must still do this: requirePayment, requireTAN, any',
  },
  person: { type: 'string', takes: 'PERSON', says: 'only those about this customer number or link' },
  code: { type: 'string', takes: 'CODE', says: 'only those with a diagnostic of this code' },
  since: {
    type: 'string',
    takes: 'TIME',
    says: 'only those stored since then: "2026-02-28 08:00", 2h ago as 2h',
  },
  until: { type: 'string', takes: 'TIME', says: 'only those stored before then' },
  q: {
    type: 'string',
    takes: 'TEXT',
    says: 'only those with this text in id, link, number, contents or call',
  },
};

const listEvents: CommandEntry = {
  summary: 'list them, the newest first',
  words: '',
  most: 0,
  options: { ...filter, ...limit('events'), ...server },
  load: async () => (await import('./events-list.ts')).listEvents,
};
const listLinks: CommandEntry = {
  summary: 'list them',
  words: '',
  most: 0,
  options: {
    people: { type: 'string', takes: 'PEOPLE', says: 'only those of these people' },
    ...limit('links'),
    ...server,
  },
  load: async () => (await import('./links-list.ts')).listLinks,
};
const listDestinations: CommandEntry = {
  summary: 'list them: open, held or paused, and why',
  words: '',
  most: 0,
  options: server,
  load: async () => (await import('./destinations-list.ts')).listDestinations,
};
const listRefusals: CommandEntry = {
  summary: 'list them, the newest first, with the reason',
  words: '',
  most: 0,
  options: {
    source: { type: 'string', takes: 'SOURCE', says: 'only those of this source' },
    ...limit('refusals'),
    ...server,
  },
  load: async () => (await import('./refusals-list.ts')).listRefusals,
};

/** How the sources of the running bridge do: a further word of `sources`. */
export const sourceStatus: CommandEntry = {
  summary: 'how the sources of the running bridge do',
  words: '',
  most: 0,
  options: server,
  load: async () => (await import('./sources-status.ts')).sourcesStatus,
};

/** The commands that ask the running bridge, all but the first through its `/api`. */
export const serverCommands: Readonly<Record<string, CommandEntry>> = {
  health: {
    summary: 'ask the running bridge whether it is alive, as a container does',
    words: '',
    most: 0,
    options: {
      ready: { type: 'boolean', says: 'whether it can take webhooks, and what needs a look' },
      ...options.url,
      ...options.config,
    },
    load: async () => (await import('./health.ts')).health,
  },
  events: {
    ...listEvents,
    summary: 'look at what the running bridge took in; correct, replay or discard it',
    subcommands: {
      list: listEvents,
      show: {
        summary: 'show one: what became of it, and what to do next',
        words: 'ID',
        most: 1,
        options: server,
        load: async () => (await import('./events-show.ts')).showEvent,
      },
      replay: {
        summary: 'plan one, or all that a filter finds, again with the mappings of today',
        words: '[ID]',
        most: 1,
        options: {
          ...filter,
          force: { type: 'boolean', says: 'send also what a newer event has set since' },
          again: { type: 'boolean', says: 'send delivered updates again, never a booking' },
          yes: { type: 'boolean', says: 'do not ask before many are, or newer values are replaced' },
          ...server,
        },
        notes: ['What is delivered is never sent again, nor is a booking whose answer was lost.'],
        load: async () => (await import('./events-replay.ts')).replayEvents,
      },
      amend: {
        summary: 'correct what a sender wrote, and have it planned again',
        words: 'ID',
        most: 1,
        options: {
          set: {
            type: 'string',
            multiple: true,
            takes: 'PATH=VALUE',
            says: 'a value of the payload, as in contact.phone=+4915112345678',
          },
          remove: { type: 'string', multiple: true, takes: 'PATH', says: 'a value to take away' },
          reason: { type: 'string', takes: 'TEXT', says: 'why; it is kept with the correction' },
          who: { type: 'string', takes: 'NAME', says: 'who you are, for the audit trail' },
          yes: { type: 'boolean', says: 'do not ask where it still cannot be sent' },
          ...server,
        },
        notes: [
          'The payload stays as it was received; the correction is kept beside it. Delivered updates are sent again, a booking that was made never.',
          'PATH=VALUE sets a text, or a number where one stands there; PATH:=JSON sets any value. A name with dots stands in backticks.',
        ],
        load: async () => (await import('./events-amend.ts')).amendEvent,
      },
      discard: {
        summary: 'discard an event: its undelivered calls are never sent',
        words: 'ID',
        most: 1,
        options: {
          reason: { type: 'string', takes: 'TEXT', says: 'why; it is kept in the audit trail' },
          who: { type: 'string', takes: 'NAME', says: 'who you are, for the audit trail' },
          ...server,
        },
        load: async () => (await import('./events-discard.ts')).discardEvent,
      },
      resolve: {
        summary: 'say what became of a booking whose answer was lost',
        words: 'ID booked|not-booked|give-up',
        most: 2,
        options: {
          reason: { type: 'string', takes: 'TEXT', says: 'how you know; it is kept' },
          customer: { type: 'string', takes: 'NUMBER', says: 'booked: the customer number, if you know it' },
          who: { type: 'string', takes: 'NAME', says: 'who you are, for the audit trail' },
          call: {
            type: 'string',
            takes: 'N',
            says: 'which of its calls, from 0, where several are uncertain',
          },
          ...server,
        },
        notes: [
          'Look the booking up in the calendar first. not-booked sends it again; give-up leaves it, and no other event books it silently.',
        ],
        load: async () => (await import('./events-resolve.ts')).resolveEvent,
      },
    },
  },
  import: {
    summary: 'bring in the rows of a CSV or NDJSON file as events of a source',
    words: 'SOURCE FILE',
    most: 2,
    options: {
      'dry-run': { type: 'boolean', says: 'say what would become of the rows; store and send nothing' },
      encoding: {
        type: 'string',
        takes: 'ENCODING',
        says: 'utf-8, utf-16le, utf-16be or windows-1252, if the file does not show it',
      },
      separator: { type: 'string', takes: 'SIGN', says: '"," or ";" or tab, if the header does not show it' },
      'no-wait': { type: 'boolean', says: 'end when the rows are stored; write no file of failed rows' },
      who: { type: 'string', takes: 'NAME', says: 'who you are, for the audit trail' },
      ...server,
    },
    notes: [
      'Each row is an event like a webhook of SOURCE, through the same mappings and checks. Live webhooks go first.',
      'FILE ends in .csv (the header names the keys) or in .ndjson (each line is a payload). Cut off, the same command goes on: each row is taken in once.',
      'Rows that fail are written to FILE.failed.csv with the reason. Mend them there, and bring that file in.',
    ],
    load: async () => (await import('../import/import-list.ts')).importList,
  },
  links: {
    ...listLinks,
    summary: "see, import or export which person's id is which customer number",
    subcommands: {
      list: listLinks,
      import: {
        summary: 'bring in a list of links, all or none of it',
        words: 'FILE',
        most: 1,
        options: {
          'skip-bad': { type: 'boolean', says: 'leave out the lines that are wrong' },
          replace: { type: 'boolean', says: 'take the new customer number where another is known' },
          ...server,
        },
        notes: [
          'FILE is CSV with the header people,link,destination,customerId, or JSON lines with these keys; - for standard input.',
        ],
        load: async () => (await import('./links-import.ts')).importLinks,
      },
      export: {
        summary: 'write all links as CSV, or as JSON lines where FILE ends in .jsonl',
        prints: 'data',
        words: '[FILE]',
        most: 1,
        options: {
          people: { type: 'string', takes: 'PEOPLE', says: 'only those of these people' },
          ...options.url,
          json: { type: 'boolean', says: 'write JSON lines' },
          ...options.config,
        },
        load: async () => (await import('./links-export.ts')).exportLinks,
      },
    },
  },
  destinations: {
    ...listDestinations,
    summary: 'see how the destinations do, pause one, go on with it',
    subcommands: {
      list: listDestinations,
      pause: {
        summary: 'send nothing there until it is resumed; webhooks are still taken in',
        words: 'NAME',
        most: 1,
        options: server,
        load: async () => (await import('./destinations-switch.ts')).pauseDestination,
      },
      resume: {
        summary: 'go on with one that is paused, or look at once at one that is held',
        words: 'NAME',
        most: 1,
        options: server,
        load: async () => (await import('./destinations-switch.ts')).resumeDestination,
      },
    },
  },
  processes: {
    summary: 'list the processes that share a store in PostgreSQL, and who does which work',
    words: '',
    most: 0,
    options: server,
    load: async () => (await import('./processes-list.ts')).listProcesses,
  },
  refusals: {
    ...listRefusals,
    summary: 'see what was refused at the door, and take it in after all',
    subcommands: {
      list: listRefusals,
      accept: {
        summary: 'take one in after all; it was verified, and its body is kept',
        words: 'ID',
        most: 1,
        options: {
          set: {
            type: 'string',
            multiple: true,
            takes: 'PATH=VALUE',
            says: 'a text of its event to correct, as in contact.phone=+4915112345678',
          },
          reason: { type: 'string', takes: 'TEXT', says: 'why; it is kept in the audit trail' },
          who: { type: 'string', takes: 'NAME', says: 'who you are, for the audit trail' },
          ...server,
        },
        notes: [
          'The event is planned with what --set says from the beginning. PATH:=JSON sets a number, a list or another value.',
        ],
        load: async () => (await import('./refusals-accept.ts')).acceptRefusal,
      },
    },
  },
};
