import type { SourceConfig } from '../../config/config.ts';
import { evaluate, type MappingSurroundings } from '../../mapping/evaluate/evaluate.ts';
import type { FindLink, MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import { namesCredential } from '../../receive/redaction/credentials.ts';
import { type AskedQuestions, addQuestions } from './asked-questions.ts';
import { keysOfPath, valuePaths, watchedPaths } from './value-paths.ts';

/** How often something is there: in all, and in how many events. */
export interface Occurrence {
  times: number;
  events: number;
}

/** What the events of a source are made of. No values. */
export interface GatheredPaths {
  /** How many events there are, and how many of them a mapping wants. */
  events: number;
  wanted: number;
  /** The kinds of events that no mapping wants, as their sender names them. */
  readonly unwanted: Map<string, number>;
  /** Of the events that are wanted; of all where there is no mapping. */
  readonly paths: Map<string, Occurrence>;
  /** Of the same events: the questions that were asked. */
  readonly questions: AskedQuestions;
  /** Paths that `$answers` is made of. */
  readonly answered: Set<string>;
}

/** More different paths are not told apart: then keys are values, and nothing can be said about them. */
const mostPaths = 2000;

/** Looks through events for the paths that they have. The memory grows with the paths, not with the events. */
export async function gatherPaths(
  inputs: AsyncIterable<MappingInput> | Iterable<MappingInput>,
  mappings: readonly Mapping[],
  { source, findLink }: { source: SourceConfig | undefined; findLink: FindLink },
): Promise<GatheredPaths> {
  const gathered: GatheredPaths = {
    events: 0,
    wanted: 0,
    unwanted: new Map(),
    paths: new Map(),
    questions: new Map(),
    answered: new Set(),
  };
  for await (const input of inputs) {
    gathered.events += 1;
    const isWanted = await anyWants(mappings, input, {
      people: source?.people ?? input.event.source,
      empty: source?.empty,
      findLink,
    });
    if (isWanted) gathered.wanted += 1;
    else {
      const type = input.event.type ?? '';
      gathered.unwanted.set(type, (gathered.unwanted.get(type) ?? 0) + 1);
    }
    if (!isWanted && mappings.length > 0) continue;
    for (const [path, times] of valuePaths(input.payload)) {
      // That nobody maps a password or a token is as it should be.
      if (!namesCredential(keysOfPath(path), source?.verify)) count(gathered.paths, path, times);
    }
    if (input.answers) addQuestions(gathered.questions, input.answers, mostPaths);
    if (source?.answers === undefined) continue;
    const read = watchedPaths(input.payload, payload => JSON.stringify(answersOf(source.answers, payload)));
    for (const path of read) if (gathered.answered.size < mostPaths) gathered.answered.add(path);
  }
  return gathered;
}

async function anyWants(
  mappings: readonly Mapping[],
  input: MappingInput,
  surroundings: MappingSurroundings,
): Promise<boolean> {
  for (const mapping of mappings) {
    if (mapping.when === undefined) return true;
    const { kind } = await evaluate(mapping, input, surroundings);
    if (kind !== 'not-wanted') return true;
  }
  return false;
}

function count(all: Map<string, Occurrence>, name: string, times: number): void {
  const known = all.get(name);
  if (known) {
    known.times += times;
    known.events += 1;
  } else if (all.size < mostPaths) all.set(name, { times, events: 1 });
}
