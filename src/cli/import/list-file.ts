import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type Encoding, encodings } from '../../lists/encoding.ts';
import { type ListForm, listKindOf } from '../../lists/list-form.ts';
import { type ScannedList, scanList } from '../../lists/scan-list.ts';
import { separators } from '../../lists/separator.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { bytesOfFile } from './file-bytes.ts';

/** A list in a file on disk. */
export interface ListFile extends ScannedList {
  readonly path: string;
  /** Without its folder. */
  readonly name: string;
}

/**
 * Reads the named file completely before the import, so that no row of a faulty file is imported.
 * @throws FaultyList with all faults, by line
 */
export async function readListFile(args: Arguments, surroundings: Surroundings): Promise<ListFile> {
  const given = args.words[1] ?? '';
  const path = resolve(surroundings.directory, given);
  const name = basename(path);
  assertReadable(path, given);
  const kind = kindSaid(name);
  const said = {
    encoding: encodingSaid(args.options.encoding),
    separator: separatorSaid(args.options.separator),
  };
  return { ...(await scanList(bytesOfFile(path), kind, said)), path, name };
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

function kindSaid(name: string): ListForm['kind'] {
  const kind = listKindOf(name);
  if (kind === 'csv' || kind === 'ndjson') return kind;
  throw new UsageError(
    kind === 'spreadsheet'
      ? `${name} is a spreadsheet; save it as "CSV UTF-8" and import that file`
      : `${name} must end in .csv, or in .ndjson (one JSON value a line)`,
  );
}

function encodingSaid(said: unknown): Encoding | undefined {
  if (said === undefined) return undefined;
  const known = encodings.find(each => each === String(said).toLowerCase());
  if (known) return known;
  throw new UsageError(`--encoding takes one of ${encodings.join(', ')}`);
}

function separatorSaid(said: unknown): string | undefined {
  if (said === undefined) return undefined;
  const known = separators.find(each => each === (said === 'tab' || said === '\\t' ? '\t' : said));
  if (known) return known;
  throw new UsageError('--separator takes "," or ";" or tab');
}
