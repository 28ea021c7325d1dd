import { createHash, hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { counted } from '../../diagnostics/counted.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { decoded, findEncoding } from './encoding.ts';
import type { ListForm } from './list-form.ts';
import { type LineFault, readRows } from './read-rows.ts';
import { findSeparator, separatorSaid } from './separator.ts';

/** A list that can be brought in, as the first look at the whole file found it. */
export interface ScannedList extends ListForm {
  readonly rows: number;
  /** SHA-256 of the file and of how it is read, hexadecimal. */
  readonly digest: string;
  /** Its rows failed before, and have the reason beside them. */
  readonly isMended: boolean;
}

/** So many faults are told; the rest is counted. */
const mostTold = 10;

/**
 * Reads a whole list once, so that nothing of a faulty one is taken in.
 * @throws CommandFailed with all that is wrong, by line
 */
export async function scanList(args: Arguments, surroundings: Surroundings): Promise<ScannedList> {
  const given = args.words[1] ?? '';
  const path = resolve(surroundings.directory, given);
  const name = basename(path);
  assertReadable(path, given);
  const kind = kindOf(name);
  const encoding = await findEncoding(path, name, args.options.encoding);
  const said = separatorSaid(args.options.separator);
  const separator = kind === 'csv' ? findSeparator(await headerOf(path, encoding, name), name, said) : ',';
  const form: ListForm = { path, name, kind, encoding, separator };
  const { rows, faults, isMended } = await look(form);
  if (faults.length > 0) throw faulty(name, faults);
  if (rows === 0) throw new CommandFailed(`${name} has no rows`, exit.wrong);
  return { ...form, rows, digest: await digestOf(form), isMended };
}

function assertReadable(path: string, given: string): void {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new CommandFailed(`${given} is no file`, exit.usage);
    if (found.size === 0) throw new CommandFailed(`${given} is empty; it needs rows`, exit.wrong);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(
      `${given} cannot be read (${(error as NodeJS.ErrnoException).code}); name a CSV or NDJSON file`,
      exit.usage,
    );
  }
}

function kindOf(name: string): ListForm['kind'] {
  if (/\.(?:csv|tsv|txt)$/i.test(name)) return 'csv';
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return 'ndjson';
  const isSpreadsheet = /\.(?:xlsx?|ods|numbers)$/i.test(name);
  throw new UsageError(
    isSpreadsheet
      ? `${name} is a spreadsheet; save it as "CSV UTF-8" and bring in that file`
      : `${name} must end in .csv, or in .ndjson (one JSON value a line)`,
  );
}

/** A longer first line is no header. */
const longestHeader = 1024 * 1024;

async function headerOf(path: string, encoding: string, name: string): Promise<string> {
  let text = '';
  for await (const chunk of decoded(path, encoding)) {
    text += chunk;
    const end = text.search(/[\r\n]/);
    if (end !== -1) return text.slice(0, end);
    if (text.length > longestHeader)
      throw new CommandFailed(`line 1 of ${name} is too long for a header`, exit.wrong);
  }
  return text;
}

async function look(form: ListForm) {
  const faults: LineFault[] = [];
  let rows = 0;
  let isMended = false;
  for await (const row of readRows(form)) {
    if ('fault' in row) faults.push(row);
    else {
      rows += 1;
      isMended ||= row.isMended;
    }
  }
  return { rows, faults, isMended };
}

function faulty(name: string, faults: readonly LineFault[]): CommandFailed {
  const told = faults.slice(0, mostTold).map(({ line, fault }) => `  line ${line}: ${fault}`);
  const more = faults.length > mostTold ? [`  and ${faults.length - mostTold} more`] : [];
  const head = `${name} has ${counted(faults.length, 'line that', 'lines that')} cannot be used; nothing was taken in`;
  return new CommandFailed([head, ...told, ...more].join('\n'), exit.wrong);
}

async function digestOf({ path, encoding, separator }: ListForm): Promise<string> {
  const whole = createHash('sha256');
  for await (const bytes of createReadStream(path)) whole.update(bytes as Uint8Array);
  return hash('sha256', `${whole.digest('hex')} ${encoding} ${separator}`);
}
