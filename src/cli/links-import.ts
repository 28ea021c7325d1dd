import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { NotUtf8, writtenText } from '../diagnostics/written-text.ts';
import { type LinkFile, readLinkFile } from '../inbox/read-link-file.ts';
import { type AdminApi, openAdminApi } from './admin-api.ts';
import type { Arguments } from './command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from './surroundings.ts';
import { readConfig, show } from './workspace.ts';

/**
 * `fieldbridge links import`: brings in a list of links. Where a line is wrong, it says which and why, and brings in
 * nothing (exit status 1), unless `--skip-bad` says to leave such lines out.
 */
export async function importLinks(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { config } = readConfig(args, surroundings);
  const api = openAdminApi(args, surroundings);
  const name = args.words[0] ?? '';
  const contents = await readList(name, surroundings);
  const shownName = name === '-' ? 'standard input' : name;
  const list = readLinkFile(shownName, contents, {
    people: [...new Set([...config.sources.values()].map(each => each.people))].sort(),
    destinations: [...config.destinations.keys()].sort(),
  });
  const isRight = list.bad === 0 || (args.options['skip-bad'] === true && list.links.length > 0);
  if (isRight) await sendAll(api, list.links);
  const imported = isRight ? list.links.length : 0;
  if (args.options.json) {
    const { bad, diagnostics } = list;
    surroundings.out.write(`${JSON.stringify({ imported, bad, diagnostics }, null, 2)}\n`);
  } else {
    surroundings.err.write(faultsText(list, shownName, contents, surroundings));
    surroundings.out.write(`${summary(list, imported)}\n`);
  }
  return isRight ? exit.fine : exit.wrong;
}

async function readList(name: string, { input, directory }: Surroundings): Promise<string> {
  try {
    return writtenText(name === '-' ? await buffer(input) : readFileSync(resolve(directory, name)));
  } catch (error) {
    if (error instanceof NotUtf8)
      throw new CommandFailed(
        `${name === '-' ? 'standard input' : name} ${error.message}, so nothing was imported; ${error.fault.hint}`,
        exit.wrong,
      );
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailed(
      `${name} cannot be read (${code}); name a list of links, or - for standard input`,
      exit.usage,
    );
  }
}

/** In parts as large as the API takes; the same again changes nothing, so an import that broke off can be repeated. */
async function sendAll(api: AdminApi, links: LinkFile['links']): Promise<void> {
  for (let from = 0; from < links.length; from += partSize) {
    const part = links.slice(from, from + partSize);
    try {
      await api.post(
        'links',
        part.map(({ line: _, ...link }) => link),
      );
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      const [first, last] = [part[0]?.line, part.at(-1)?.line];
      const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
      const before = from === 0 ? 'nothing was imported' : `the ${from} links before them were imported`;
      throw new CommandFailed(`${error.message}\n  It was about ${lines}; ${before}.`, error.status);
    }
  }
}

const partSize = 1_000;

/** At most so many faults are shown; beyond that, it is the list as a whole that is wrong. */
const shownAtMost = 20;

function faultsText({ diagnostics }: LinkFile, name: string, contents: string, surroundings: Surroundings) {
  const few = diagnostics.slice(0, shownAtMost);
  const shown = show(few, new Map([[name, contents]]), surroundings, surroundings.err);
  const more = diagnostics.length - few.length;
  return more > 0 ? `${shown}... and ${more} more; --json tells all\n` : shown;
}

function summary({ links, bad }: LinkFile, imported: number): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  if (imported > 0)
    return `${count(imported, 'link')} imported${bad === 0 ? '' : `, ${count(bad, 'line')} left out`}`;
  if (bad === 0) return 'there is no link in it, so nothing was imported';
  const rest = links.length === 0 ? '' : `; --skip-bad imports the rest (${links.length})`;
  return `nothing was imported, since ${count(bad, 'line')} ${bad === 1 ? 'is' : 'are'} wrong${rest}`;
}
