import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../config/config.ts';
import { needsAdmin } from '../../config/placeholder.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { NotUtf8, writtenText } from '../../diagnostics/written-text.ts';
import { withoutZeros } from '../../inbox/call.ts';
import { differenceOf, type NearLink, spellingWords } from '../../inbox/decide/near-link.ts';
import type { ImportedLinks } from '../../server/api/routes/import-links.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readConfig, show } from '../workspace.ts';
import { type AdminApi, openAdminApi } from './admin-api.ts';
import { findEvents } from './events-list.ts';
import { type LinkFile, readLinkFile } from './read-link-file.ts';
import type { LinkLine } from './write-link-file.ts';

/**
 * `fieldbridge links import`: imports a list of links. If a line is wrong, it reports the line and the reason, and
 * imports nothing (exit status 1), unless `--skip-bad` leaves such lines out. It does the same if a link belongs to
 * another customer already, unless `--replace` confirms the list.
 */
export async function importLinks(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { config } = readConfig(args, surroundings, needsAdmin);
  const api = openAdminApi(args, surroundings);
  const name = args.words[0] ?? '';
  const contents = await readList(name, surroundings);
  const shownName = name === '-' ? 'standard input' : name;
  const list = readLinkFile(shownName, contents, {
    people: [...new Set([...config.sources.values()].map(each => each.people))].sort(),
    destinations: [...config.destinations.keys()].sort(),
  });
  const isReadable = list.bad === 0 || (args.options['skip-bad'] === true && list.links.length > 0);
  const known = isReadable ? await sendAll(api, list.links, { dryRun: 'true' }) : nothing;
  const awaited = isReadable && list.links.length > 0 ? await awaitedLinks(api, config) : [];
  const isRight = isReadable && (known.replaced.length === 0 || args.options.replace === true);
  const did = isRight
    ? await sendAll(api, list.links, {
        replace: String(known.replaced.length > 0),
        ...(args.options.who !== undefined && { who: String(args.options.who) }),
      })
    : nothing;
  const { bad } = list;
  const diagnostics = [
    ...list.diagnostics,
    ...(isRight ? [] : otherCustomers(list, known)),
    ...nearlyKnown(list, known),
    ...(isReadable ? nearlyAwaited(list, awaited) : []),
  ];
  if (args.options.json) {
    surroundings.out.write(`${JSON.stringify({ ...did, bad, diagnostics }, null, 2)}\n`);
  } else {
    surroundings.err.write(faultsText(diagnostics, shownName, contents, surroundings));
    surroundings.out.write(`${isRight ? successText(list, did) : refusalText(list, known)}\n`);
    if (isRight) surroundings.out.write(unawaitedText(list, awaited));
  }
  return isRight ? exit.fine : exit.wrong;
}

/** The number of waiting events that are compared with a list. */
const mostAwaited = 1_000;

/** A link for which a stored event waits. */
type AwaitedLink = Pick<LinkLine, 'people' | 'link'>;

/** Returns the links for which stored events wait, one for each event. */
async function awaitedLinks(api: AdminApi, { sources }: Config): Promise<readonly AwaitedLink[]> {
  const { events } = await findEvents(api, { code: 'mapping/not-linked' }, mostAwaited);
  const waiting = events.filter(({ status }) => status === 'held' || status === 'queued');
  return waiting.flatMap(({ source, about }) =>
    about?.link === undefined
      ? []
      : [{ people: sources.get(source)?.people ?? source, link: composedText(about.link) }],
  );
}

/** Events that wait, and not one of them for a link of the list: its ids may be of another kind. */
function unawaitedText(list: LinkFile, awaited: readonly AwaitedLink[]): string {
  const listed = new Set(list.links.map(({ link }) => composedText(link.trim())));
  if (awaited.length === 0 || awaited.some(({ link }) => listed.has(link))) return '';
  if (nearlyAwaited(list, awaited).length > 0) return '';
  const wait = counted(awaited.length, 'event waits', 'events wait');
  return `No stored event waits for one of these links, and ${wait} for others. Compare the ids: \`fieldbridge events list --code mapping/not-linked\` shows those of the events\n`;
}

/** A link for which no event waits, and another spelling of which an event waits for, is reported at its line. */
function nearlyAwaited({ links }: LinkFile, awaited: readonly AwaitedLink[]): readonly Diagnostic[] {
  const listed = new Set(links.map(each => awaitedKey(each)));
  const missing = awaited.filter(each => !listed.has(awaitedKey(each)));
  const groups = Map.groupBy(missing, alikeKey);
  return links.flatMap(each => {
    for (const [first, ...more] of Map.groupBy(groups.get(alikeKey(each)) ?? [], awaitedKey).values()) {
      const differs = first && differenceOf(composedText(each.link.trim()), first.link);
      if (!differs) continue;
      const wait = counted(1 + more.length, 'event waits', 'events wait');
      const [awaitedLink, written] = [first.link, each.link].map(link => JSON.stringify(link));
      const message = `${wait} for ${awaitedLink}, which differs from ${written} ${spellingWords[differs]}`;
      const hint = `if both are one person, add a line with ${awaitedLink} and customerId ${each.customerId}, and import the list again; the events then continue. ${ofAllPeople[differs]}`;
      return [diagnostic('links/nearly-awaited', message, { place: each.place, hint })];
    }
    return [];
  });
}

const ofAllPeople: Readonly<Record<NearLink['differs'], string>> = {
  case: 'For all people, put the path in `link` of the mapping into $lowercase(...), and import all links in lower case',
  blanks:
    'For all people, write link: $replace(..., " ", "") around the path in the mapping, and import all links without spaces',
  zeros:
    'For all people, write the ids in the list with as many digits as those of the sender; in a spreadsheet, format the column as text',
};

function awaitedKey({ people, link }: AwaitedLink): string {
  return JSON.stringify([people, composedText(link.trim())]);
}

/** Ids of the same key may be spellings of one id. */
function alikeKey({ people, link }: AwaitedLink): string {
  return JSON.stringify([people, withoutZeros(composedText(link).replaceAll(' ', '').toLowerCase())]);
}

const nothing: ImportedLinks = { imported: 0, new: 0, equal: 0, replaced: [], nearly: [] };

function keyOf(link: Pick<LinkLine, 'people' | 'link' | 'destination'>): string {
  return JSON.stringify([link.people, link.link, link.destination]);
}

/** A link that another one resembles is reported at its line: one of the two customers is probably wrong. */
function nearlyKnown({ links }: LinkFile, { nearly }: ImportedLinks): readonly Diagnostic[] {
  const near = new Map(nearly.map(each => [keyOf(each), each]));
  return links.flatMap(each => {
    const found = near.get(keyOf(each));
    if (!found) return [];
    const message = `${JSON.stringify(each.link)} differs from ${JSON.stringify(found.known)} ${spellingWords[found.differs]}, and that link stands for customer ${found.was} at ${each.destination}`;
    const hint =
      'if both are one person, give both the same customerId and import the list again with --replace';
    return [diagnostic('links/nearly-known', message, { place: each.place, hint })];
  });
}

/** A link that would move to another person is reported at its line. */
function otherCustomers({ links }: LinkFile, { replaced }: ImportedLinks): readonly Diagnostic[] {
  const known = new Map(replaced.map(each => [keyOf(each), each.was]));
  return links.flatMap(each => {
    const was = known.get(keyOf(each));
    if (was === undefined) return [];
    const message = `${JSON.stringify(each.link)} stands for customer ${was} at ${each.destination} already`;
    const hint = `--replace changes the link to customer ${each.customerId}; later events of this person go to that customer`;
    return [diagnostic('links/other-customer', message, { place: each.place, hint })];
  });
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

/** Sends the list in parts of the size that the API accepts. An interrupted import can be repeated. */
async function sendAll(
  api: AdminApi,
  links: LinkFile['links'],
  flags: Readonly<Record<string, string>>,
): Promise<ImportedLinks> {
  const query = new URLSearchParams(flags);
  let all = nothing;
  for (let from = 0; from < links.length; from += partSize) {
    const part = links.slice(from, from + partSize);
    try {
      const done = await api.post<ImportedLinks>(
        `links?${query}`,
        part.map(({ line: _, place: __, ...link }) => link),
      );
      all = {
        imported: all.imported + done.imported,
        new: all.new + done.new,
        equal: all.equal + done.equal,
        replaced: [...all.replaced, ...done.replaced],
        nearly: [...all.nearly, ...done.nearly],
      };
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      const [first, last] = [part[0]?.line, part.at(-1)?.line];
      const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
      const before =
        from === 0 || flags.dryRun ? 'nothing was imported' : `the ${from} links before them were imported`;
      throw new CommandFailed(`${error.message}\n  It was about ${lines}; ${before}.`, error.status);
    }
  }
  return all;
}

const partSize = 1_000;

/** The maximum number of faults that are shown: with more, the whole list is wrong. */
const shownAtMost = 20;

function faultsText(
  diagnostics: readonly Diagnostic[],
  name: string,
  contents: string,
  surroundings: Surroundings,
) {
  const few = diagnostics.slice(0, shownAtMost);
  const shown = show(few, new Map([[name, contents]]), surroundings, surroundings.err);
  const more = diagnostics.length - few.length;
  return more > 0 ? `${shown}... and ${more} more; --json tells all\n` : shown;
}

function successText({ bad }: LinkFile, { imported, replaced, ...did }: ImportedLinks): string {
  if (imported === 0) return 'there is no link in it, so nothing was imported';
  const left = bad === 0 ? '' : `; ${counted(bad, 'line')} left out`;
  const lines = replaced.slice(0, shownAtMost).map(each => {
    const { people, link, destination, was, is } = each;
    return `\n  ${escapeText(`${people} ${link} at ${destination}`)}: ${was} → ${is}`;
  });
  const more = replaced.length - lines.length;
  return (
    `${counted(imported, 'link')} imported: ${did.new} new, ${did.equal} equal, ${replaced.length} replaced${left}` +
    `${lines.join('')}${more > 0 ? `\n  ... and ${more} more; --json tells all` : ''}`
  );
}

function refusalText({ links, bad }: LinkFile, { replaced, ...known }: ImportedLinks): string {
  if (replaced.length > 0) {
    const others = `${counted(replaced.length, 'link')} ${replaced.length === 1 ? 'stands for another customer' : 'stand for other customers'}`;
    return `nothing was imported, since ${others} already (${known.new} new, ${known.equal} equal); --replace takes the numbers of the list`;
  }
  const rest = links.length === 0 ? '' : `; --skip-bad imports the rest (${links.length})`;
  return `nothing was imported, since ${counted(bad, 'line')} ${bad === 1 ? 'is' : 'are'} wrong${rest}`;
}
