import { resolve } from 'node:path';
import { counted } from '../../diagnostics/counted.ts';
import type { Arguments } from '../command.ts';
import { replaceFile } from '../replace-file.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { openAdminApi } from './admin-api.ts';
import { findLinks } from './links-list.ts';
import { writeLinkFile } from './write-link-file.ts';

/** The file is only for its owner: a list of links shows who is a customer. */
const forOwnerAlone = 0o600;

/**
 * `fieldbridge links export`: writes all links to a file or to the output, as CSV or JSON lines. `links import`
 * reads both.
 */
export async function exportLinks(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const [file] = args.words;
  const { links } = await findLinks(openAdminApi(args, surroundings), args, Number.POSITIVE_INFINITY);
  const isJson = args.options.json === true || /\.(jsonl|ndjson)$/i.test(file ?? '');
  const text = writeLinkFile(links, isJson ? 'json-lines' : 'csv');
  if (file === undefined || file === '-') {
    surroundings.out.write(text);
    return exit.fine;
  }
  replaceFile(resolve(surroundings.directory, file), text, forOwnerAlone);
  surroundings.err.write(`${counted(links.length, 'link')} written to ${file}\n`);
  return exit.fine;
}
