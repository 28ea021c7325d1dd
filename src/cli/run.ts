import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearest } from '../diagnostics/nearest.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';

/** What a command is given: its words and its options. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** A command. */
export type Command = (args: Arguments, surroundings: Surroundings) => Promise<ExitStatus>;

interface CommandEntry {
  /** What stands behind the command's name: `MAPPING PAYLOAD [--linked NUMBER]`. */
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** How many words it takes at least and at most. */
  readonly words: readonly [least: number, most: number];
  load(): Promise<Command>;
}

const config = { config: { type: 'string' } } as const;
const json = { json: { type: 'boolean' } } as const;

const commands: Readonly<Record<string, CommandEntry>> = {
  start: {
    usage: '',
    summary: 'run the bridge',
    options: config,
    words: [0, 0],
    load: async () => (await import('./start.ts')).start,
  },
  demo: {
    usage: '[--port PORT]',
    summary: 'see the whole way: the bridge, a simulated calendar, and webhooks sent to it',
    options: { ...config, port: { type: 'string' } },
    words: [0, 0],
    load: async () => (await import('./demo.ts')).demo,
  },
  sandbox: {
    usage: '[--host HOST] [--port PORT]',
    summary: 'run the simulated calendar alone, for trying mappings without an account',
    options: { host: { type: 'string' }, port: { type: 'string' } },
    words: [0, 0],
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  check: {
    usage: '[--offline] [--json]',
    summary: 'find every fault of the config and the mappings, also against the live account',
    options: { ...config, ...json, offline: { type: 'boolean' } },
    words: [0, 0],
    load: async () => (await import('./check.ts')).check,
  },
  test: {
    usage: '[MAPPING ...] [--json]',
    summary: 'run the tests in the mapping files',
    options: { ...config, ...json },
    words: [0, Number.POSITIVE_INFINITY],
    load: async () => (await import('./test.ts')).test,
  },
  preview: {
    usage: 'MAPPING PAYLOAD [--linked NUMBER] [--offline] [--json]',
    summary: 'show the exact call that a mapping makes of a payload (a file, or - for standard input)',
    options: { ...config, ...json, linked: { type: 'string' }, offline: { type: 'boolean' } },
    words: [2, 2],
    load: async () => (await import('./preview.ts')).preview,
  },
  fields: {
    usage: '[DESTINATION] [--json]',
    summary: 'list the additional fields of a destination, live',
    options: { ...config, ...json },
    words: [0, 1],
    load: async () => (await import('./fields.ts')).fields,
  },
  statuses: {
    usage: '[DESTINATION] [--json]',
    summary: 'list the customer statuses that are known of a destination, and how',
    options: { ...config, ...json },
    words: [0, 1],
    load: async () => (await import('./statuses.ts')).statuses,
  },
  send: {
    usage: 'SOURCE PAYLOAD [--url URL] [--content-type TYPE] [--json]',
    summary: 'post a payload to a source of the running bridge, signed as its sender would',
    options: { ...config, ...json, url: { type: 'string' }, 'content-type': { type: 'string' } },
    words: [2, 2],
    load: async () => (await import('./send.ts')).send,
  },
  schema: {
    usage: 'config | mapping',
    summary: 'print the JSON Schema of the config or of a mapping, for editors',
    options: {},
    words: [1, 1],
    load: async () => (await import('./schema.ts')).schema,
  },
};

/**
 * The command line as a function: runs one command and answers its exit status (0 fine, 1 something is wrong with
 * what was checked, 2 wrong usage or config, 3 failure). Never throws for a person's mistake.
 */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const about = name === 'help' ? rest[0] : undefined;
    surroundings.out.write(about !== undefined && commands[about] ? usage(about, commands[about]) : help());
    return name === undefined ? exit.usage : exit.fine;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    const [near] = nearest(name, Object.keys(commands));
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    surroundings.err.write(`fieldbridge: there is no command "${name}"${hint}\n\n${help()}`);
    return exit.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    surroundings.out.write(usage(name, entry));
    return exit.fine;
  }
  return runCommand(name, entry, rest, surroundings);
}

async function runCommand(
  name: string,
  entry: CommandEntry,
  rest: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  try {
    const args = readArguments(entry, rest);
    const command = await entry.load();
    return await command(args, surroundings);
  } catch (error) {
    if (error instanceof UsageError) {
      surroundings.err.write(`fieldbridge ${name}: ${error.message}\n\n${usage(name, entry)}`);
      return exit.usage;
    }
    if (error instanceof CommandFailed) {
      surroundings.err.write(`fieldbridge ${name}: ${error.message}\n`);
      return error.status;
    }
    throw error;
  }
}

function readArguments(entry: CommandEntry, rest: readonly string[]): Arguments {
  const { values, positionals } = parse(entry, rest);
  const [least, most] = entry.words;
  if (positionals.length < least) throw new UsageError('something is missing');
  if (positionals.length > most) throw new UsageError(`"${positionals[most]}" is too much`);
  return { words: positionals, options: values as Arguments['options'] };
}

function parse(entry: CommandEntry, rest: readonly string[]) {
  try {
    return parseArgs({ args: [...rest], options: entry.options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'wrong options');
  }
}

function usage(name: string, entry: CommandEntry): string {
  const withConfig = 'config' in entry.options ? ' [--config FILE]' : '';
  return `Usage: fieldbridge ${[name, entry.usage].filter(Boolean).join(' ')}${withConfig}\n  ${entry.summary}\n`;
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map(name => name.length));
  const lines = Object.entries(commands).map(([name, entry]) => `  ${name.padEnd(width)}  ${entry.summary}`);
  return [
    'Fieldbridge brings webhooks into the calendar, checked before they are sent.',
    '',
    'Usage: fieldbridge COMMAND [--config FILE]   (FILE is config.yaml where it is left out)',
    '',
    ...lines,
    '',
    'fieldbridge help COMMAND tells more about one.',
    '',
  ].join('\n');
}
