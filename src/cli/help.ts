import type { CommandEntry } from './command.ts';
import { commands } from './commands.ts';
import { wrap } from './terminal/wrap.ts';

/** The help is the same everywhere, so that it can be compared and copied. */
const helpColumns = 80;

/** The usage of one command: its words, its subcommands, its options. `name` has the names above it too. */
export function usage(name: string, entry: CommandEntry): string {
  const subcommands = Object.entries(entry.subcommands ?? {}).map(
    ([word, { words, summary }]) => [`${word} ${words}`.trim(), summary] as const,
  );
  const options = Object.entries(entry.options).map(
    ([option, { takes, says }]) => [`--${option}${takes === undefined ? '' : ` ${takes}`}`, says] as const,
  );
  const parts = [
    [`Usage: ${form(name, entry)}`, `  ${wrap(entry.summary, helpColumns, 2)}`],
    columns(subcommands),
    columns(options),
    (entry.notes ?? []).map(note => wrap(note, helpColumns, 0)),
    subcommands.length > 0 ? [`\`fieldbridge help ${name} WORD\` tells more about one.`] : [],
  ];
  const blocks = parts.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

function form(name: string, { words, options, subcommands }: CommandEntry): string {
  const choices = [...Object.keys(subcommands ?? {}), words.replace(/[[\]]/g, '')].filter(Boolean);
  const choice = subcommands ? `[${choices.join('|')}]` : words;
  const rest = Object.keys(options).length > 0 ? '[OPTION ...]' : '';
  return ['fieldbridge', name, choice, rest].filter(Boolean).join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${wrap(second, helpColumns, width + 4)}`);
}

/** The help: every command in a line. */
export function help(): string {
  const lines = columns(Object.entries(commands).map(([name, entry]) => [name, entry.summary]));
  return [
    'Fieldbridge brings webhooks into the calendar, checked before they are sent.',
    '',
    'Usage: fieldbridge COMMAND [--config FILE]   (config.yaml where it is left out)',
    '',
    ...lines,
    '',
    '`fieldbridge help COMMAND` tells more about one.',
    '',
  ].join('\n');
}
