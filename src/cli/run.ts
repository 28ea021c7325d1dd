import { parseArgs } from 'node:util';
import { nearest } from '../diagnostics/nearest.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import type { Arguments, CommandEntry } from './command.ts';
import { commands } from './commands.ts';
import { help, usage } from './help.ts';
import { byName } from './started-as.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';
import { fitted } from './terminal/fitted.ts';
import { typingStream } from './typed-commands.ts';
import { version } from './version.ts';

/**
 * Runs one command of the command line and returns its exit status: 0 success, 1 a problem was found, 2 wrong
 * usage or config, 3 failure. Never throws for a person's mistake.
 */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitStatus> {
  const { out, err } = surroundings;
  const [name, ...rest] = argv;
  if (name === undefined) {
    err.write(help());
    return exit.usage;
  }
  if (name === '--version' || name === '-v') {
    out.write(`${version()}\n`);
    return exit.fine;
  }
  if (name === 'help' || name === '--help' || name === '-h') return helpAbout(rest, surroundings);
  const entry = entryOf(name);
  if (!entry) {
    err.write(unknownCommand(name, surroundings));
    return exit.usage;
  }
  const chosen = subcommandOf({ name, entry }, rest[0]);
  const words = chosen.entry === entry ? rest : rest.slice(1);
  if (words.includes('--help') || words.includes('-h')) {
    out.write(usage(chosen.name, chosen.entry));
    return exit.fine;
  }
  return runCommand(chosen.name, chosen.entry, words, surroundings);
}

/** A command and its words on the command line. */
interface Named {
  readonly name: string;
  readonly entry: CommandEntry;
}

function entryOf(name: string): CommandEntry | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** Returns the subcommand for a word, or the command itself. */
function subcommandOf(command: Named, word: string | undefined): Named {
  const { subcommands = {} } = command.entry;
  const entry = word !== undefined && Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  return entry ? { name: `${command.name} ${word}`, entry } : command;
}

/** Only two lines: with the whole help, the error would scroll off the screen. */
function unknownCommand(name: string, { program = byName }: Surroundings): string {
  const [near] = nearest(name, Object.keys(commands));
  const meant = near === undefined ? '' : `; did you mean "${near}"?`;
  return `fieldbridge: there is no command "${escapeText(name)}"${meant}\n\`${program.here} help\` lists the commands.\n`;
}

function helpAbout([name, word]: readonly string[], surroundings: Surroundings): ExitStatus {
  const { out, err } = surroundings;
  const entry = name === undefined ? undefined : entryOf(name);
  if (name !== undefined && !entry) {
    err.write(unknownCommand(name, surroundings));
    return exit.usage;
  }
  if (name === undefined || !entry) {
    out.write(help());
    return exit.fine;
  }
  const chosen = subcommandOf({ name, entry }, word);
  out.write(usage(chosen.name, chosen.entry));
  return exit.fine;
}

async function runCommand(
  name: string,
  entry: CommandEntry,
  rest: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let typed = surroundings;
  try {
    const args = readArguments(entry, rest);
    typed = withTypedCommands(entry, args, surroundings);
    const command = await entry.load();
    return await command(args, typed);
  } catch (error) {
    if (error instanceof UsageError) {
      typed.err.write(`${said(name, error, typed)}\n\n${shortUsage(name, entry)}`);
      return exit.usage;
    }
    if (error instanceof CommandFailed) {
      typed.err.write(`${said(name, error, typed)}\n`);
      return error.status;
    }
    throw error;
  }
}

/** Writes commands in texts as they are typed here; output for programs stays unchanged. */
function withTypedCommands(
  entry: CommandEntry,
  { options }: Arguments,
  surroundings: Surroundings,
): Surroundings {
  const { here: program } = surroundings.program ?? byName;
  const typing = { program, options, entry };
  const { out, err } = surroundings;
  const isForPeople = !options.json && entry.prints !== 'data';
  return {
    ...surroundings,
    out: isForPeople ? typingStream(out, typing) : out,
    err: typingStream(err, typing),
  };
}

/** Returns the usage, unless it is so long that the error would scroll off the screen. */
function shortUsage(name: string, entry: CommandEntry): string {
  const whole = usage(name, entry);
  return whole.split('\n').length <= 20 ? whole : `\`fieldbridge help ${name}\` lists its options.\n`;
}

function said(name: string, { message }: Error, { err }: Surroundings): string {
  return fitted(`fieldbridge ${name}: ${message}`, err.columns);
}

function readArguments(entry: CommandEntry, rest: readonly string[]): Arguments {
  const { values, positionals } = parse(entry, rest);
  const { words = [] } = entry;
  const missing = words.slice(positionals.length).filter(word => !word.startsWith('['));
  if (missing.length > 0) {
    throw new UsageError(`${missing.join(' and ').replaceAll('|', ' or ')} must be given`);
  }
  const surplus = words.at(-1)?.endsWith('...]') ? undefined : positionals[words.length];
  if (surplus !== undefined) throw new UsageError(tooMuch(entry, surplus));
  return { words: positionals, options: values as Arguments['options'] };
}

function tooMuch({ subcommands }: CommandEntry, word: string): string {
  if (!subcommands) return `"${escapeText(word)}" is too much`;
  const known = Object.keys(subcommands);
  if (known.includes(word)) return `"${word}" comes before all options`;
  const [near] = nearest(word, known);
  const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `there is no "${escapeText(word)}" here; ${hint}`;
}

function parse(entry: CommandEntry, rest: readonly string[]) {
  try {
    return parseArgs({
      args: [...rest],
      options: { ...entry.options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const option = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(-[^' ]*)/.exec(message)?.[1] : undefined;
    if (option === undefined) throw new UsageError(message.split('. ')[0] ?? 'wrong options');
    const [near] = nearest(option, Object.keys(entry.options));
    const hint = near === undefined ? '' : `; did you mean --${near}?`;
    throw new UsageError(`there is no option ${escapeText(option)}${hint}`);
  }
}
