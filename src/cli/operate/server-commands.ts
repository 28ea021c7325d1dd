import type { CommandEntry, Option, TopCommand } from '../command.ts';
import { options, switchedOn, withValue, withValues } from '../options.ts';

const server = { ...options.url, ...options.json, ...options.config };
const limit = (what: string): Readonly<Record<'limit', Option>> => ({
  limit: withValue('N', `Show at most N ${what} (default 50).`),
});
const filter: Readonly<Record<string, Option>> = {
  status: withValue('STATUS', 'Only this status, such as failed or held.'),
  needs: withValue('person', 'Only events that need a person: uncertain or failed.'),
  source: withValue('SOURCE', 'Only this source.'),
  mapping: withValue('MAPPING', 'Only events with a call of this mapping.'),
  destination: withValue('NAME', 'Only events with a call to this destination.'),
  action: withValue(
    'ACTION',
    'Only events whose customer must still act: requirePayment, requireTAN or any.',
  ),
  person: withValue('PERSON', 'Only events of this customer number or link.'),
  code: withValue('CODE', 'Only events with a diagnostic of this code.'),
  since: withValue('TIME', 'Only events stored since TIME: "2026-02-28 08:00", or 2h for two hours ago.'),
  until: withValue('TIME', 'Only events stored before TIME.'),
  q: withValue('TEXT', 'Only events with this text in the id, link, number, payload or call.'),
};

const listEvents: CommandEntry = {
  summary: 'List events, the newest first.',
  options: { ...filter, ...limit('events'), ...server },
  load: async () => (await import('./events-list.ts')).listEvents,
};
const listLinks: CommandEntry = {
  summary: 'List links.',
  options: {
    people: withValue('PEOPLE', 'Only links of these `people`.'),
    ...limit('links'),
    ...server,
  },
  load: async () => (await import('./links-list.ts')).listLinks,
};
const listDestinations: CommandEntry = {
  summary: 'List destinations with their state and its reason.',
  options: server,
  load: async () => (await import('./destinations-list.ts')).listDestinations,
};
const listRefusals: CommandEntry = {
  summary: 'List refused webhooks and why, the newest first.',
  options: {
    source: withValue('SOURCE', 'Only this source.'),
    ...limit('refusals'),
    ...server,
  },
  load: async () => (await import('./refusals-list.ts')).listRefusals,
};

/** Shows the state of the running bridge's sources: a subcommand of `sources`. */
export const sourceStatus: CommandEntry = {
  summary: 'Show the state of each source of the running bridge.',
  options: server,
  load: async () => (await import('./sources-status.ts')).sourcesStatus,
};

/** The commands that send requests to the running bridge; all but the first use its `/api`. */
export const serverCommands: Readonly<Record<string, TopCommand>> = {
  health: {
    group: 'running',
    summary: 'Ask the running bridge whether it is alive (health check).',
    options: {
      ready: switchedOn('Ask whether it can accept webhooks, and what is held.'),
      ...options.url,
      ...options.config,
    },
    load: async () => (await import('./health.ts')).health,
  },
  events: {
    ...listEvents,
    group: 'running',
    summary: 'List, show, correct, replay, discard or resolve events.',
    subcommands: {
      list: listEvents,
      show: {
        summary: 'Show one event: its calls, their results, and the next step.',
        words: ['ID'],
        options: server,
        load: async () => (await import('./events-show.ts')).showEvent,
      },
      replay: {
        summary: 'Replay one event, or all events that match the filter, with the current mappings.',
        words: ['[ID]'],
        options: {
          ...filter,
          force: switchedOn('Also send values that a newer event has set since.'),
          again: switchedOn('Also send delivered updates again; never a booking.'),
          yes: switchedOn('Do not ask for confirmation.'),
          ...server,
        },
        notes: [
          'Without --again, delivered calls are not sent again. A booking with an unknown result is never sent again.',
        ],
        load: async () => (await import('./events-replay.ts')).replayEvents,
      },
      amend: {
        summary: 'Correct the payload of one event, and deliver it.',
        words: ['ID'],
        options: {
          set: withValues('PATH=VALUE', 'Set a value of the payload: contact.phone=+4915112345678.'),
          remove: withValues('PATH', 'Remove a value of the payload.'),
          reason: withValue('TEXT', 'The reason. It is stored with the correction.'),
          who: options.audit.who,
          yes: switchedOn('Do not ask for confirmation if the event still cannot be sent.'),
          ...server,
        },
        notes: [
          'The received payload is kept; the correction is stored beside it. Delivered updates are sent again, a completed booking never.',
          'PATH=VALUE sets a text, or a number where the payload has a number. PATH:=JSON sets any value. Put names with dots in backticks.',
        ],
        load: async () => (await import('./events-amend.ts')).amendEvent,
      },
      discard: {
        summary: 'Discard an event. Its undelivered calls are never sent.',
        words: ['ID'],
        options: {
          ...options.audit,
          ...server,
        },
        load: async () => (await import('./events-discard.ts')).discardEvent,
      },
      resolve: {
        summary: 'Resolve a booking with an unknown result.',
        words: ['ID', 'booked|not-booked|give-up'],
        options: {
          reason: withValue('TEXT', 'How you know, for the audit log.'),
          customer: withValue('NUMBER', 'booked: the customer number, if known.'),
          who: options.audit.who,
          call: withValue('N', 'The number of the call, counted from 0, if several are uncertain.'),
          ...server,
        },
        notes: [
          'First look for the booking in the calendar. not-booked sends it again. give-up leaves it unsent, and no other event makes the same booking without a person.',
        ],
        load: async () => (await import('./events-resolve.ts')).resolveEvent,
      },
    },
  },
  import: {
    group: 'data',
    summary: 'Import the rows of a CSV or NDJSON file as events of a source.',
    words: ['SOURCE', 'FILE'],
    options: {
      'dry-run': switchedOn('Report the result of each row. Stores and sends nothing.'),
      encoding: withValue(
        'ENCODING',
        'utf-8, utf-16le, utf-16be, windows-1252, macintosh or cp850 (default: by the file).',
      ),
      separator: withValue('SIGN', 'The separator: "," or ";" or tab (default: by the header).'),
      again: switchedOn('Send delivered rows again whose mapping would send other values now.'),
      force: switchedOn('With --again, also send rows whose values newer events have set since.'),
      yes: switchedOn('Do not ask for confirmation of --again. Also import a list whose rows show a fault.'),
      'no-wait': switchedOn('Exit when the rows are stored. Writes no file of failed rows.'),
      who: options.audit.who,
      ...server,
    },
    notes: [
      'Each row is handled like a webhook of SOURCE, with the same mappings and checks. Webhooks are delivered first.',
      'For a list from somewhere else, add a source and a mapping first: `fieldbridge init --add --sender other --source contacts --payload contacts.csv` makes both, from the header and the first row.',
      'FILE ends in .csv (the header has the keys) or in .ndjson (each line is a payload). After an interruption, run the same command again: each row is imported once.',
      'All rows are looked at before the first one is stored. Without --yes, nothing is imported if they show a fault: another order of day and month (13/05/2020) or another sign before decimals (1,250.00) than the rule reads, columns with exchanged headings, customer numbers or another column that was moved or sorted alone, numbers in another unit than before, or a row of totals.',
      'Failed rows are written to a file beside the list, such as contacts.failed.csv, with the reason. Correct them there, and import that file.',
    ],
    load: async () => (await import('../import/import-list.ts')).importList,
  },
  links: {
    ...listLinks,
    group: 'data',
    summary: 'List, import or export links between sender ids and customer numbers.',
    subcommands: {
      list: listLinks,
      import: {
        summary: 'Import a list of links: all of them or none.',
        words: ['FILE'],
        options: {
          'skip-bad': switchedOn('Skip lines with errors.'),
          replace: switchedOn('Replace known customer numbers.'),
          who: options.audit.who,
          ...server,
        },
        notes: [
          'FILE is CSV with the header people,link,destination,customerId, or JSON lines with these keys, or - for standard input.',
        ],
        load: async () => (await import('./links-import.ts')).importLinks,
      },
      export: {
        summary: 'Export all links as CSV, or as JSON lines if FILE ends in .jsonl.',
        prints: 'data',
        words: ['[FILE]'],
        options: {
          people: withValue('PEOPLE', 'Only links of these `people`.'),
          ...options.url,
          json: switchedOn('Print JSON lines.'),
          ...options.config,
        },
        load: async () => (await import('./links-export.ts')).exportLinks,
      },
    },
  },
  destinations: {
    ...listDestinations,
    group: 'running',
    summary: 'List destinations; pause or resume one.',
    subcommands: {
      list: listDestinations,
      pause: {
        summary: 'Pause a destination: send nothing to it. Webhooks are still accepted.',
        words: ['NAME'],
        options: server,
        load: async () => (await import('./destinations-switch.ts')).pauseDestination,
      },
      resume: {
        summary: 'Resume a paused destination, or probe a held one now.',
        words: ['NAME'],
        options: server,
        load: async () => (await import('./destinations-switch.ts')).resumeDestination,
      },
    },
  },
  processes: {
    group: 'running',
    summary: 'List the processes on one PostgreSQL, and what each one owns.',
    options: server,
    load: async () => (await import('./processes-list.ts')).listProcesses,
  },
  refusals: {
    ...listRefusals,
    group: 'running',
    summary: 'List refused webhooks; accept one after all.',
    subcommands: {
      list: listRefusals,
      accept: {
        summary: 'Accept a refused webhook that was verified.',
        words: ['ID'],
        options: {
          set: withValues('PATH=VALUE', 'Correct a value of the payload: contact.phone=+4915112345678.'),
          payload: withValue('FILE', 'The payload of its event as JSON, if its body cannot be read.'),
          ...options.audit,
          ...server,
        },
        notes: [
          'The event has the corrected values from the start. PATH:=JSON sets a number, a list or any other value.',
        ],
        load: async () => (await import('./refusals-accept.ts')).acceptRefusal,
      },
    },
  },
};
