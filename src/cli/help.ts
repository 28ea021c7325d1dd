import { type CommandEntry, commands } from './commands.ts';

/** The usage of one command: its words and its options. */
export function usage(name: string, entry: CommandEntry): string {
  const options = Object.entries(entry.options).map(([option, { takes, says }]) => ({
    form: `--${option}${takes === undefined ? '' : ` ${takes}`}`,
    says,
  }));
  const width = Math.max(0, ...options.map(({ form }) => form.length));
  return [
    `Usage: ${['fieldbridge', name, entry.words, ...(options.length > 0 ? ['[OPTION ...]'] : [])].filter(Boolean).join(' ')}`,
    `  ${entry.summary}`,
    ...(options.length > 0 ? [''] : []),
    ...options.map(({ form, says }) => `  ${form.padEnd(width)}  ${says}`),
    ...(entry.note === undefined ? [] : ['', entry.note]),
    '',
  ].join('\n');
}

/** The help: every command in a line. */
export function help(): string {
  const width = Math.max(...Object.keys(commands).map(name => name.length));
  const lines = Object.entries(commands).map(([name, entry]) => `  ${name.padEnd(width)}  ${entry.summary}`);
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
