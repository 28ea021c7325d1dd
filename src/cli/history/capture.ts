import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { styleText } from 'node:util';
import { normalized } from '../../diagnostics/composed.ts';
import { countedWithCommas } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { type Captured, captureEvent } from '../../history/capture/capture-event.ts';
import type { ArchivedEvent, EventArchive } from '../../inbox/event-archive.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { parseMapping } from '../../mapping/parse/parse-mapping.ts';
import { appendTest } from '../../mapping/tests/append-test.ts';
import { findCatalogs } from '../account/catalogs.ts';
import type { Arguments } from '../command.ts';
import { usableMapping } from '../known-names.ts';
import {
  CommandFailed,
  type ExitStatus,
  exit,
  type Surroundings,
  UsageError,
  wantsColor,
} from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { columnsOf, cut, wrap } from '../terminal/wrap.ts';
import { disk, diskFor, openWorkspace, shortPath, show, type Workspace } from '../workspace.ts';
import { archiveOf } from './open-archive.ts';

/**
 * `fieldbridge capture`: makes a test from a stored event. It writes the payload beside the mapping, with invented
 * values in place of personal ones, and adds an entry to the mapping's `tests` that expects the mapping's present
 * call. It prints the texts that were not replaced. Exit status 1 if the event gives no test.
 */
export async function capture(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings);
  const mapping = mappingOf(workspace, args, surroundings);
  const archive = await archiveOf(workspace.config);
  try {
    const archived = await archive.event(args.words[0] ?? '');
    if (!archived)
      throw new UsageError(`there is no event ${args.words[0]}; \`fieldbridge diff\` names some`);
    const captured = await captureOf(archived, { workspace, mapping, archive, args });
    if ('reason' in captured) {
      const faults = show(captured.diagnostics, workspace.texts, surroundings, surroundings.err);
      surroundings.err.write(`no test can be made of ${archived.event.id}: ${captured.reason}\n\n${faults}`);
      return exit.wrong;
    }
    const file = write(captured, mapping, workspace);
    surroundings.out.write(
      args.options.json
        ? `${JSON.stringify({ mapping: mapping.name, file, ...captured }, null, 2)}\n`
        : captureText(captured, {
            mapping: shortPath(mapping.file, surroundings),
            file: file && shortPath(file, surroundings),
            surroundings,
          }),
    );
    return exit.fine;
  } finally {
    await archive.close();
  }
}

function mappingOf(workspace: Workspace, { options }: Arguments, surroundings: Surroundings): Mapping {
  if (typeof options.into !== 'string')
    throw new UsageError('say which mapping gets the test: --into MAPPING');
  return usableMapping(workspace, options.into, surroundings);
}

interface Capturing {
  readonly workspace: Workspace;
  readonly mapping: Mapping;
  readonly archive: EventArchive;
  readonly args: Arguments;
}

async function captureOf(archived: ArchivedEvent, { workspace, mapping, archive, args }: Capturing) {
  const { event, calls } = archived;
  if (event.source !== mapping.source) {
    throw new UsageError(
      `${event.id} came from ${event.source}, and the mapping "${mapping.name}" is for ${mapping.source}`,
    );
  }
  const call = calls.find(each => each.mapping === mapping.name);
  const destination = 'name' in mapping.destination ? mapping.destination.name : call?.destination;
  const catalogs = await findCatalogs(workspace.config, { offline: args.options.offline === true });
  const received = new Date(event.receivedAt).toISOString().slice(0, 10);
  return captureEvent(archived, {
    mapping,
    source: workspace.config.sources.get(event.source),
    catalog: catalogs.get(destination ?? '')?.snapshot ?? null,
    destinations: [...workspace.config.destinations.keys()],
    settingsOf: name => workspace.config.destinations.get(name),
    name:
      typeof args.options.name === 'string'
        ? args.options.name
        : unusedName(`an event of ${received}`, mapping),
    linked: call?.link && destination ? await archive.findLink(call.link, destination) : undefined,
  });
}

/** Returns an unused name, so that a failing test can be identified. */
function unusedName(name: string, { tests }: Mapping): string {
  const used = new Set(tests.map(each => each.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!used.has(candidate)) return candidate;
  }
}

/** Writes the payload, if it gets its own file, then the mapping. Returns the file of the payload. */
function write(
  { test, place }: Captured,
  mapping: Mapping,
  { texts, config }: Workspace,
): string | undefined {
  const folder = dirname(mapping.file);
  const payloadName =
    'body' in place ? freeName(folder, basename(mapping.name), test.name, place.body) : undefined;
  const text = texts.get(mapping.file) ?? '';
  const payload = 'event' in place ? place.event : payloadName;
  const changed = appendTest(text, { ...test, payload });
  const bytes = 'body' in place ? Buffer.from(place.body) : Buffer.alloc(0);
  const readFile = (path: string) =>
    payloadName && path.endsWith(payloadName) ? bytes : disk.readFile(path);
  const { mapping: read } = parseMapping(mapping.file, changed, {
    readFile,
    name: mapping.name,
    defaultsOf: diskFor(config).defaultsOf,
  });
  if (read?.tests.length !== mapping.tests.length + 1) {
    throw new CommandFailed(
      `${mapping.file} is written in a way that no test can be added to; nothing was written`,
    );
  }
  try {
    if (payloadName !== undefined && 'body' in place) {
      mkdirSync(join(folder, 'samples'), { recursive: true });
      writeFileSync(join(folder, payloadName), place.body, { flag: 'wx' });
    }
    writeFileSync(mapping.file, changed);
  } catch (error) {
    throw new CommandFailed(`the test cannot be written: ${(error as Error).message}`);
  }
  return payloadName === undefined ? undefined : join(folder, payloadName);
}

/** Returns an unused file name below `samples`: `samples/intake-a-returning-customer.json`. */
function freeName(folder: string, mapping: string, name: string, body: string): string {
  const words = normalized(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const ending = /^\s*[[{"\d]/.test(body) ? 'json' : 'txt';
  for (let number = 1; ; number += 1) {
    const file = `samples/${[mapping, words, number === 1 ? '' : number].filter(Boolean).join('-')}.${ending}`;
    if (!existsSync(join(folder, file))) return file;
  }
}

/** Describes the result for people: the files, the test, and every unreplaced text, for review. */
function captureText(
  { test, kept, replaced, lost, wanted }: Captured,
  { mapping, file, surroundings }: { mapping: string; file: string | undefined; surroundings: Surroundings },
): string {
  const { out, env } = surroundings;
  const columns = columnsOf(out);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    wantsColor(out, env) ? styleText(style, text, { validateStream: false }) : text;
  const calls =
    test.expect.length === 0
      ? `no call is expected${wanted ? '' : ', since the mapping does not want such an event'}`
      : `${countedWithCommas(test.expect.length, 'call')} expected`;
  const where = file === undefined ? 'its payload stands there too' : `its payload is ${file}`;
  const keptText =
    kept.length === 0
      ? 'No text was kept.'
      : `Kept as it was; look whether anything of it is personal:\n\n${table(['where', 'why', 'texts'], keptRows(kept), out.columns).trimEnd()}`;
  const lostText =
    lost.length === 0
      ? []
      : [paint('yellow', wrap(`not as for the true values: ${lost.map(escapeText).join(', ')}`, columns, 0))];
  return `${[
    wrap(`${paint('bold', escapeText(test.name))}: added to the tests of ${mapping}; ${where}`, columns, 0),
    wrap(`${countedWithCommas(replaced, 'value')} replaced by invented ones; ${calls}`, columns, 0),
    ...lostText,
    '',
    keptText,
    '',
    wrap('`fieldbridge test` runs it', columns, 0),
  ].join('\n')}\n`;
}

/** Groups the texts that were kept for the same reason at the same place. */
function keptRows(kept: Captured['kept']): string[][] {
  const together = Map.groupBy(kept, ({ path, why }) => `${path}\n${why}`);
  return [...together.values()].map(each => [
    cut(each[0]?.path ?? '', 40),
    each[0]?.why ?? '',
    [...new Set(each.map(({ text }) => cut(text, 30)))].join(', '),
  ]);
}
