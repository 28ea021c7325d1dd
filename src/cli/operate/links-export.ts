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
  const found = await findLinks(openAdminApi(args, surroundings), args, Number.POSITIVE_INFINITY);
  // An import of such a link would decide whose it is.
  const links = found.links.filter(each => each.sharedSince === undefined);
  const shared = found.links.length - links.length;
  if (shared > 0) surroundings.err.write(`${leftOut(shared)}\n`);
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

function leftOut(shared: number): string {
  const words =
    shared === 1 ? 'is left out: two people seem to share it' : 'are left out: people seem to share them';
  return `${counted(shared, 'link')} ${words}; \`fieldbridge links list\` shows which`;
}
