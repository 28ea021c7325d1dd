import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nearest } from '../diagnostics/nearest.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import type { Arguments } from './command.ts';
import { type CommandEntry, commands } from './commands.ts';
import { help, usage } from './help.ts';
import { packageFolder } from './package-folder.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';

/**
 * The command line as a function: runs one command and answers its exit status (0 fine, 1 something is wrong with
 * what was checked, 2 wrong usage or config, 3 failure). Never throws for a person's mistake.
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
  if (name === 'help' || name === '--help' || name === '-h') return helpAbout(rest[0], surroundings);
  const entry = entryOf(name);
  if (!entry) {
    err.write(`fieldbridge: ${unknownCommand(name)}\n\n${help()}`);
    return exit.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) return helpAbout(name, surroundings);
  return runCommand(name, entry, rest, surroundings);
}

function entryOf(name: string): CommandEntry | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function unknownCommand(name: string): string {
  const [near] = nearest(name, Object.keys(commands));
  return `there is no command "${escapeText(name)}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

function helpAbout(name: string | undefined, { out, err }: Surroundings): ExitStatus {
  const entry = name === undefined ? undefined : entryOf(name);
  if (name !== undefined && !entry) {
    err.write(`fieldbridge: ${unknownCommand(name)}\n\n${help()}`);
    return exit.usage;
  }
  out.write(name !== undefined && entry ? usage(name, entry) : help());
  return exit.fine;
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
  const missing = requiredWords(entry).slice(positionals.length);
  if (missing.length > 0) throw new UsageError(`${missing.join(' and ')} must be given`);
  const surplus = positionals[entry.most];
  if (surplus !== undefined) throw new UsageError(`"${escapeText(surplus)}" is too much`);
  return { words: positionals, options: values as Arguments['options'] };
}

function requiredWords({ words }: CommandEntry): readonly string[] {
  if (words === '' || words.startsWith('[')) return [];
  return words.split(' ').map(word => word.replace('|', ' or '));
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

function version(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
