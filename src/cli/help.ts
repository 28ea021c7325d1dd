import { type CommandEntry, commandGroups } from './command.ts';
import { commands } from './commands.ts';
import { wrap } from './terminal/wrap.ts';

/** A fixed width, so that the help can be compared and copied. */
const helpColumns = 80;

/** Returns the help of one command. `name`: for a subcommand, with the command in front of it. */
export function usage(name: string, entry: CommandEntry): string {
  const subcommands = Object.entries(entry.subcommands ?? {}).map(
    ([word, { words = [], summary }]) => [[word, ...words].join(' '), summary] as const,
  );
  const options = Object.entries(entry.options).map(
    ([option, { takes, says }]) => [`--${option}${takes === undefined ? '' : ` ${takes}`}`, says] as const,
  );
  const parts = [
    [`Usage: ${form(name, entry)}`, `  ${wrap(entry.summary, helpColumns, 2)}`],
    columns(subcommands),
    columns(options),
    (entry.notes ?? []).map(note => wrap(note, helpColumns, 0)),
    subcommands.length > 0 ? [`\`fieldbridge help ${name} SUBCOMMAND\` describes one of them.`] : [],
  ];
  const blocks = parts.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

function form(name: string, { words = [], options, subcommands }: CommandEntry): string {
  const choices = [...Object.keys(subcommands ?? {}), ...words.map(word => word.replace(/[[\]]/g, ''))];
  const choice = subcommands ? `[${choices.join('|')}]` : words.join(' ');
  const rest = Object.keys(options).length > 0 ? '[OPTION ...]' : '';
  return ['fieldbridge', name, choice, rest].filter(Boolean).join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${wrap(second, helpColumns, width + 4)}`);
}

/** Returns the overview: each command on a line, by group. */
export function help(): string {
  const all = Object.entries(commands);
  const width = Math.max(...all.map(([name]) => name.length));
  const groups = Object.entries(commandGroups).flatMap(([group, title]) => [
    `${title}:`,
    ...columns(
      all.flatMap(([name, entry]) =>
        entry.group === group ? [[name.padEnd(width), entry.summary] as const] : [],
      ),
    ),
    '',
  ]);
  return [
    'Fieldbridge turns webhooks into checked calls of the calendar API.',
    '',
    'Usage: fieldbridge COMMAND [OPTION ...]',
    '',
    ...groups,
    '`fieldbridge help COMMAND` describes a command and its options.',
    '',
  ].join('\n');
}
