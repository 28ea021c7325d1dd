import type { Writable } from 'node:stream';
import type { Arguments, CommandEntry } from './command.ts';
import { commands } from './commands.ts';
import { options } from './options.ts';
import { shellWord } from './started-as.ts';

/** How commands in a text are to be typed. */
export interface Typing {
  readonly program: string;
  /** The options of this call; those that select the bridge also apply to the next command. */
  readonly options: Arguments['options'];
  readonly entry: CommandEntry;
}

/** The program's name in texts. */
const written = 'fieldbridge';

/** The options that select the bridge; for other commands the same names may mean other options. */
const carried = { ...options.config, ...options.url };

/**
 * Returns a text with its commands as they are typed here: those in backticks and those on a line of their own. They
 * get the options that select this call's bridge, so that they work as printed.
 */
export function asTyped(text: string, typing: Typing): string {
  return text
    .replace(/`fieldbridge\s([^`]+)`/g, (whole, command: string) => {
      const typed = typedCommand(command.replace(/\s+/g, ' '), typing);
      return typed === undefined ? whole : `\`${typed}\``;
    })
    .replace(/^( *)fieldbridge (.+)$/gm, (whole, indent: string, command: string) => {
      const typed = typedCommand(command, typing);
      return typed === undefined || indent === '' ? whole : indent + typed;
    });
}

/** Returns the command with program and options; undefined if it is not a command, or needs no change. */
function typedCommand(
  command: string,
  { program, options: given, entry: present }: Typing,
): string | undefined {
  const [name = '', word = ''] = command.split(' ');
  if (name === 'help') return `${program} ${command}`;
  const entry = own(commands, name);
  if (!entry) return undefined;
  const { options: known } = own(entry.subcommands ?? {}, word) ?? entry;
  const further = Object.entries(carried).flatMap(([option, { says }]) => {
    const isMeant = known[option]?.says === says && present.options[option]?.says === says;
    const value = given[option];
    if (!isMeant || typeof value !== 'string' || command.includes(`--${option}`)) return [];
    return [`--${option} ${shellWord(value)}`];
  });
  // No change is needed, so the line breaks in the text can stay.
  return program === written && further.length === 0 ? undefined : [program, command, ...further].join(' ');
}

function own(entries: Readonly<Record<string, CommandEntry>>, name: string): CommandEntry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Returns a stream that adapts the commands in its texts to the way in which they are typed here. */
export function typingStream<Stream extends Writable>(stream: Stream, typing: Typing): Stream {
  return new Proxy(stream, {
    get(target, key) {
      if (key === 'write')
        return (chunk: unknown, ...rest: []) =>
          target.write(typeof chunk === 'string' ? asTyped(chunk, typing) : chunk, ...rest);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}
