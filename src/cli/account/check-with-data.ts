import { findField } from '../../check/call/field-key.ts';
import { checkAnswerPaths } from '../../check/data/check-answer-paths.ts';
import { checkCredentials } from '../../check/data/check-credentials.ts';
import { checkEventId } from '../../check/data/check-event-id.ts';
import { checkLiterals, checkUnread, type IsChoice } from '../../check/data/check-literals.ts';
import { checkTrials } from '../../check/data/check-trials.ts';
import { type Disproved, disproved } from '../../check/data/disproved.ts';
import { both, type Patience, patienceOf } from '../../check/data/patience.ts';
import type { Trial } from '../../check/data/trial.ts';
import type { Config, SourceConfig } from '../../config/config.ts';
import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { judgeTrials } from '../../history/trials/judge-trials.ts';
import { expressionUses } from '../../mapping/expression-uses.ts';
import type { MappingFolder } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { severalEvents } from '../../receive/events/several-events.ts';
import { planningWith } from '../try/planning-on-disk.ts';
import type { FoundCatalog } from './catalogs.ts';
import { findTrials } from './trials.ts';

/** The time limits for evaluating users' expressions, for one mapping and for all of them. */
const mappingMs = 3_000;
const allMs = 30_000;

/** The inputs for trying mappings. */
export interface CheckingData {
  readonly config: Config;
  readonly catalogs: ReadonlyMap<string, FoundCatalog>;
  readonly within: PlaceWithin;
  /** The existing diagnostics of the mappings. */
  readonly told: readonly Diagnostic[];
  /** Called with the number of finished mappings and the total. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** The findings about mappings from samples and stored events. */
export interface Shown {
  readonly found: readonly Diagnostic[];
  /** The diagnostics of the mappings' texts that the data disprove. */
  readonly disproved: readonly Disproved[];
  /** The reason why stored events were not used; absent if they were read, or there are none. */
  readonly unread?: string;
}

/**
 * Returns the findings from running the mappings on their tests' samples and on stored events; every call is checked
 * like a real one.
 */
export async function checkWithData(
  folder: MappingFolder,
  { config, catalogs, within, told, progress }: CheckingData,
): Promise<Shown> {
  const { mappings } = folder;
  const planning = planningWith({ config, mappings: folder, catalogs }, async () => undefined);
  const whole = patienceOf(allMs, monotonic);
  const found: Diagnostic[] = [];
  const otherwise: Disproved[] = [];
  let done = 0;
  let unread: string | undefined;
  for (const some of inGroups(mappings)) {
    const { trials, unread: reason } = await findTrials(config, some);
    unread ??= reason;
    for (const [name, ofSource] of trials) {
      const source = config.sources.get(name);
      if (source) found.push(...checkEventId(source, ofSource));
    }
    for (const mapping of some) {
      progress?.(done, mappings.length);
      done += 1;
      const ofSource = trials.get(mapping.source) ?? [];
      otherwise.push(...disproved(mapping, ofSource, within));
      const source = config.sources.get(mapping.source);
      // The ids and the answers' places are unknown for a source that is missing in the config.
      if (!source) continue;
      const patience = both(whole, patienceOf(mappingMs, monotonic));
      const ofFile = told.filter(({ place }) => place?.file === mapping.file);
      const isChoice = choiceOf(mapping, catalogs);
      const trying = { source, trials: ofSource, ofFile, isChoice, within, patience, planning };
      found.push(...(await tryMapping(mapping, trying)));
    }
  }
  return { found, disproved: otherwise, ...(unread !== undefined && { unread }) };
}

/** The number of sources whose events are in memory at the same time. */
const sourcesAtOnce = 25;

/** Returns the mappings in groups of some sources each; a source is in one group only. */
function inGroups(mappings: readonly Mapping[]): readonly (readonly Mapping[])[] {
  const ofSources = [...Map.groupBy(mappings, ({ source }) => source).values()];
  const groups = Map.groupBy(ofSources.entries(), ([at]) => Math.floor(at / sourcesAtOnce));
  return [...groups.values()].map(group => group.flatMap(([, some]) => some));
}

/** The inputs for trying one mapping. */
interface Trying {
  readonly source: SourceConfig;
  readonly trials: readonly Trial[];
  /** The existing diagnostics of its file. */
  readonly ofFile: readonly Diagnostic[];
  readonly isChoice: IsChoice;
  readonly within: PlaceWithin;
  readonly patience: Patience;
  readonly planning: PlanningContext;
}

async function tryMapping(
  mapping: Mapping,
  { source, trials, ofFile, isChoice, within, patience, planning }: Trying,
): Promise<readonly Diagnostic[]> {
  const unread = checkUnread(mapping, trials, isChoice);
  const literals = checkLiterals(mapping, trials, ofFile);
  const ofAnswers = checkAnswerPaths(mapping, source, trials);
  const asking = new Set(
    expressionUses(mapping).flatMap(({ expression, path }) =>
      expression.variables.has('answers') ? path : [],
    ),
  );
  // Without answers, no rule has one.
  const isRepeated = ({ code, path = '' }: Diagnostic) =>
    ofAnswers.length > 0 && code === 'check/path-never-matches' && asking.has(path);
  return [
    ...unsplit(mapping, source, trials),
    ...(await checkTrials(mapping, trials, { within, patience })).filter(each => !isRepeated(each)),
    ...ofAnswers,
    ...unread,
    ...literals.filter(each => !unread.some(other => other.path === each.path)),
    ...(await checkCredentials(mapping, source, trials, { within, patience })),
    ...(await judgeTrials(mapping, trials, planning, { told: [...ofFile, ...unread], patience })),
  ];
}

/** Returns true if a text is one of the choices of a field in the account of the mapping's destination. */
function choiceOf({ destination }: Mapping, catalogs: CheckingData['catalogs']): IsChoice {
  const catalog = 'name' in destination ? catalogs.get(destination.name)?.snapshot : undefined;
  return (path, text) => {
    const field = catalog && findField(path.replace(/^additionalFields\./, ''), catalog);
    return field?.selectItems?.includes(text) ?? false;
  };
}

/** Returns a warning if events of a source without `split` are lists of several objects. */
function unsplit(mapping: Mapping, { split }: SourceConfig, trials: readonly Trial[]): readonly Diagnostic[] {
  if (split) return [];
  const whole = trials.filter(({ input }) => Array.isArray(input.payload) && input.payload === input.body);
  const place = mapping.places?.source;
  const told = whole.map(({ input }) => severalEvents(input.payload)).find(each => each.length > 0);
  return (told ?? []).map(each => (place ? { ...each, place } : each));
}

function monotonic(): number {
  return performance.now();
}
