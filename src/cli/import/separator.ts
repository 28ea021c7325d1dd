import { escapeText } from '../../diagnostics/visible-text.ts';
import { CommandFailed, exit, UsageError } from '../surroundings.ts';

const names: Readonly<Record<string, string>> = { ',': '","', ';': '";"', '\t': 'tab' };

/** What `--separator` says. */
export function separatorSaid(said: unknown): string | undefined {
  if (said === undefined) return undefined;
  const separator = said === 'tab' || said === '\\t' ? '\t' : String(said);
  if (Object.hasOwn(names, separator)) return separator;
  throw new UsageError('--separator takes "," or ";" or tab');
}

/**
 * What stands between the cells, by the header.
 * @throws CommandFailed where several may be meant, or where the line is a note for a spreadsheet program
 */
export function findSeparator(header: string, name: string, said: string | undefined): string {
  if (/^sep=.\s*$/i.test(header)) {
    throw new CommandFailed(
      `line 1 of ${name} is "${escapeText(header.trim())}", a note for Excel and not a header\n` +
        'Delete this line. The separator is found in the header, or is said with --separator.',
      exit.wrong,
    );
  }
  if (said !== undefined) return said;
  const counts = Object.keys(names)
    .map(separator => ({ separator, count: outsideQuotes(header).split(separator).length - 1 }))
    .filter(({ count }) => count > 0);
  const [only = { separator: ',', count: 0 }, ...others] = counts;
  if (others.length === 0) return only.separator;
  const found = counts.map(({ separator, count }) => `${names[separator]} ${count} times`).join(', ');
  throw new CommandFailed(
    `the header of ${name} (line 1) may be separated by several signs: it has ${found}\n` +
      'Say which one stands between the columns: --separator "," or ";" or tab.',
    exit.wrong,
  );
}

function outsideQuotes(header: string): string {
  return header
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}
