import type { SourceConfig } from '../../config/config.ts';
import { evaluate } from '../../mapping/evaluate/evaluate.ts';
import type { FindLink, MappingInput, SettingsOf } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import { namesCredential } from '../../receive/redaction/credentials.ts';
import { type AskedQuestions, addQuestions } from './asked-questions.ts';
import { type AccountOf, type Tallies, type Watched, watchLosses } from './fell-through.ts';
import { keysOfPath, valuePathReader, watchedPaths } from './value-paths.ts';

/** The number of occurrences in all, and the number of events with one. */
export interface Occurrence {
  times: number;
  events: number;
}

/** The paths, questions and losses in a source's events. It contains no values. */
export interface GatheredPaths {
  /** The number of events, and the number of those to which a mapping applies. */
  events: number;
  wanted: number;
  /** The kinds of events to which no mapping applies, as the sender names them. */
  readonly unwanted: Map<string, number>;
  /** The paths of the events to which a mapping applies, or of all events without a mapping. */
  readonly paths: Map<string, Occurrence>;
  /** The questions in the same events. */
  readonly questions: AskedQuestions;
  /** The paths from which `$answers` is made. */
  readonly answered: Set<string>;
  /** The losses of the rules in the events of their mapping. */
  readonly tallies: Tallies;
}

/** The data besides the events. */
export interface Gathering {
  readonly source: SourceConfig | undefined;
  readonly findLink: FindLink;
  readonly settingsOf?: SettingsOf | undefined;
  /** Missing if nobody knows which values the account refuses. */
  readonly account?: AccountOf | undefined;
  /** Epoch milliseconds. */
  readonly now?: number;
}

/** The maximum number of different paths. If there are more, keys are data, and no statement about them is possible. */
const mostPaths = 2000;

/**
 * Gathers the paths of all events, and separately those of the last `newest` ones, without the losses of rules. The
 * memory grows with the number of paths and with `newest`, not with the number of events.
 */
export async function gatherWithLatest(
  inputs: AsyncIterable<MappingInput> | Iterable<MappingInput>,
  mappings: readonly Mapping[],
  given: Gathering,
  newest: number,
): Promise<{ readonly all: GatheredPaths; latest(few: number): GatheredPaths }> {
  const all = nothingGathered();
  const kept: { input: MappingInput; isWanted: boolean }[] = [];
  const reading = { isReported: reportedPaths(given), pathsOf: valuePathReader() };
  const watchedMappings = mappings.map(mapping => ({ mapping, watch: watchLosses(mapping, all.tallies) }));
  for await (const input of inputs) {
    const isWanted = await anyWants(watchedMappings, input, given);
    add(all, input, isWanted);
    if (newest > 0) kept.push({ input, isWanted });
    if (kept.length > newest) kept.shift();
  }

  function add(to: GatheredPaths, input: MappingInput, isWanted: boolean): void {
    to.events += 1;
    if (isWanted) to.wanted += 1;
    else {
      const type = input.event.type ?? '';
      to.unwanted.set(type, (to.unwanted.get(type) ?? 0) + 1);
    }
    if (isWanted || mappings.length === 0) addPaths(to, input, given, reading);
  }

  return {
    all,
    latest(few) {
      const late = nothingGathered();
      for (const { input, isWanted } of few > 0 ? kept.slice(-few) : []) add(late, input, isWanted);
      return late;
    },
  };
}

function nothingGathered(): GatheredPaths {
  return {
    events: 0,
    wanted: 0,
    unwanted: new Map(),
    paths: new Map(),
    questions: new Map(),
    answered: new Set(),
    tallies: new Map(),
  };
}

/** True if a path is reported. Passwords and tokens should not be mapped. */
function reportedPaths({ source }: Gathering): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return path => {
    const told = known.get(path) ?? !namesCredential(keysOfPath(path), source?.verify);
    if (known.size < mostPaths) known.set(path, told);
    return told;
  };
}

function addPaths(
  gathered: GatheredPaths,
  { payload, answers }: MappingInput,
  { source }: Gathering,
  {
    isReported,
    pathsOf,
  }: Readonly<{
    isReported: (path: string) => boolean;
    pathsOf: (payload: unknown) => ReadonlyMap<string, number>;
  }>,
): void {
  for (const [path, times] of pathsOf(payload)) if (isReported(path)) count(gathered.paths, path, times);
  if (answers) addQuestions(gathered.questions, answers, mostPaths);
  if (source?.answers === undefined) return;
  const read = watchedPaths(payload, whole => JSON.stringify(answersOf(source.answers, whole)));
  for (const path of read) if (gathered.answered.size < mostPaths) gathered.answered.add(path);
}

interface WatchedMapping {
  readonly mapping: Mapping;
  readonly watch: () => Watched;
}

async function anyWants(
  mappings: readonly WatchedMapping[],
  input: MappingInput,
  { source, findLink, settingsOf, account, now = 0 }: Gathering,
): Promise<boolean> {
  const people = source?.people ?? input.event.source;
  let isWanted = false;
  for (const { mapping, watch } of mappings) {
    const watched = watch();
    const surroundings = { people, empty: source?.empty, findLink, settingsOf, record: watched.record };
    const evaluation = await evaluate(mapping, input, surroundings);
    watched.add(evaluation, account, now);
    isWanted ||= evaluation.kind !== 'not-wanted';
  }
  return isWanted;
}

function count(all: Map<string, Occurrence>, name: string, times: number): void {
  const known = all.get(name);
  if (known) {
    known.times += times;
    known.events += 1;
  } else if (all.size < mostPaths) all.set(name, { times, events: 1 });
}
