import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sortEvents } from '../../check/data/trial.ts';
import { type ToldApart, tellApart } from '../../check/starter/tell-apart.ts';
import { inOneLine } from '../../check/starter/yaml-words.ts';
import type { Config, SourceConfig } from '../../config/config.ts';
import { sampleTrials } from '../../history/trials/trials-of.ts';
import { systemClock } from '../../inbox/clock.ts';
import { testInput } from '../../mapping/evaluate/sample-input.ts';
import { readMappings } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import { readSample } from '../../receive/samples/read-sample.ts';
import { CommandFailed, exit, type Surroundings } from '../surroundings.ts';
import { columnsOf, unbroken, wrap } from '../terminal/wrap.ts';
import { diskFor, shortPath } from '../workspace.ts';
import type { FoundSample } from './sample.ts';

/** The mappings that a source has already. */
export interface NewPlace {
  readonly mappings: readonly Mapping[];
}

/** How the webhooks of a new mapping are told from those of the mappings that exist. */
export interface OtherForm {
  readonly apart: ToldApart;
  /** The existing mappings that take the new webhooks too, each with the `when` that it needs. */
  readonly taking: readonly {
    readonly file: string;
    /** The `when` that it has now. */
    readonly has?: string;
    readonly when: string;
  }[];
}

/**
 * Returns the mappings that a source has.
 * @throws CommandFailed if a file that may be a mapping of the source cannot be read as one
 */
export function placeFor(name: string, config: Config, surroundings: Surroundings): NewPlace {
  const { mappings, faulty } = readMappings(config.mappings, diskFor(config));
  const unread = faulty.find(each => each.source === name || each.name === name);
  if (unread)
    throw new CommandFailed(
      `${shortPath(unread.file, surroundings)} is there already and is not a valid mapping, so its webhooks cannot be told from new ones; correct it with \`fieldbridge check\`, or move it away`,
      exit.usage,
    );
  return { mappings: mappings.filter(({ source }) => source === name) };
}

/** Returns an unused name of a mapping and its sample: that of the source, or `form-2`. A sample with the same bytes is used. */
export function freeName(name: string, sample: Uint8Array, { mappings }: Config): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    const isFree = ['yaml', 'yml'].every(each => contentsOf(join(mappings, `${free}.${each}`)) === undefined);
    const there = contentsOf(join(mappings, samplePathOf(free, sample)));
    if (isFree && (there === undefined || there.equals(sample))) return free;
  }
}

/** Returns the path of the sample of a mapping, from the folder of the mappings. */
export function samplePathOf(name: string, sample: Uint8Array): string {
  const type = guessContentType(sample);
  return `samples/${name}.${type === 'application/json' ? 'json' : type === 'text/xml' ? 'xml' : 'txt'}`;
}

function contentsOf(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
}

/**
 * Finds how a new webhook is told from the samples of the source's mappings. Undefined if there is no other mapping.
 * @throws CommandFailed if nothing tells them apart
 */
export async function otherFormOf(
  { mappings }: NewPlace,
  {
    config,
    source,
    sample,
  }: { readonly config: Config; readonly source: SourceConfig; readonly sample: FoundSample },
  surroundings: Surroundings,
): Promise<OtherForm | undefined> {
  const read = await readSample(source, sample.bytes, sample);
  // An unreadable webhook is refused when its mapping is written.
  if (mappings.length === 0 || read.kind === 'unreadable') return undefined;
  const now = systemClock.now();
  const known = await Promise.all(
    mappings.map(async mapping => {
      const own = await sampleTrials(mapping, config.sources.get(source.name), now);
      const { wanted } = await sortEvents(mapping, own, () => true);
      return { mapping, events: wanted.map(({ trial }) => kindOf(trial.input)) };
    }),
  );
  const fresh = read.events.map(event => testInput(event, source.name));
  const apart = tellApart(
    fresh.map(kindOf),
    known.flatMap(({ events }) => events),
    source,
  );
  if (!apart) {
    const files = mappings.map(({ file }) => shortPath(file, surroundings)).join(', ');
    throw new CommandFailed(
      `nothing in this webhook tells it from those of ${files}: neither the id of a form, nor a kind of event, nor a key of its own, so no second mapping was written. If it is of the same form, edit that mapping, or open the Bench of the console. If it is of another form, add a hidden field with the name of the form at the sender, and run this command with a new webhook`,
      exit.usage,
    );
  }
  const trials = fresh.map(input => ({ input }));
  const taking: OtherForm['taking'][number][] = [];
  for (const { mapping, events } of known) {
    const { wanted } = await sortEvents(mapping, trials, () => true);
    if (wanted.length === 0) continue;
    const { file, when } = mapping;
    const own = apart.whenOf(events);
    const has = when?.value.source;
    taking.push({
      file,
      ...(has !== undefined && { has }),
      when: has === undefined ? own : joined(own, has),
    });
  }
  return { apart, taking };
}

function joined(one: string, other: string): string {
  return `${one} and ${/\bor\b|[?:]/.test(other) ? `(${other})` : other}`;
}

function kindOf({
  payload,
  event,
}: {
  readonly payload: unknown;
  readonly event: { readonly type?: string };
}) {
  return { payload, type: event.type };
}

/** Describes for a person how the new webhooks are told apart, and what to write into the other mappings. */
export function otherFormLines({ apart, taking }: OtherForm, surroundings: Surroundings): readonly string[] {
  const columns = Math.min(80, columnsOf(surroundings.out));
  const how = apart.isByKey
    ? `No value names the form, so its \`when\` asks for a key that only this webhook has. Check that every webhook of this form has it: ${unbroken(apart.when)}`
    : `Its \`when\` tells its webhooks from the others: ${unbroken(apart.when)}`;
  const changes = taking.flatMap(({ file, has, when }) => {
    const why =
      has === undefined
        ? `${shortPath(file, surroundings)} has no \`when\`, so it takes these webhooks too. Write into it, below \`source\`:`
        : `${shortPath(file, surroundings)} takes these webhooks too. In place of its \`when\`, write:`;
    return ['', wrap(why, columns, 0), `  when: ${inOneLine(when)}`];
  });
  return ['', wrap(how, columns, 0), ...changes];
}
