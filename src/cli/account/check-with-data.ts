import { findField } from '../../check/call/field-key.ts';
import { checkAnswerPaths } from '../../check/data/check-answer-paths.ts';
import { checkCredentials } from '../../check/data/check-credentials.ts';
import { checkLiterals, checkUnread, type IsChoice } from '../../check/data/check-literals.ts';
import { checkTrials } from '../../check/data/check-trials.ts';
import { type Disproved, disproved } from '../../check/data/disproved.ts';
import { both, patienceOf } from '../../check/data/patience.ts';
import type { Trial } from '../../check/data/trial.ts';
import type { Config, SourceConfig } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { judgeTrials } from '../../history/trials/judge-trials.ts';
import type { MappingFolder } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { severalEvents } from '../../receive/events/several-events.ts';
import { planningWith } from '../try/planning-on-disk.ts';
import type { FoundCatalog } from './catalogs.ts';
import { findTrials } from './trials.ts';

/** The time limits for trying other people's expressions, for one mapping and for all of them. */
const mappingMs = 3_000;
const allMs = 30_000;

/** The inputs for trying mappings. */
export interface CheckingData {
  readonly config: Config;
  readonly catalogs: ReadonlyMap<string, FoundCatalog>;
  readonly within: PlaceWithin;
  /** The existing diagnostics of the mappings. */
  readonly told: readonly Diagnostic[];
  /** Called with the number of finished mappings and of all. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** The findings about mappings from samples and stored events. */
export interface Shown {
  readonly found: readonly Diagnostic[];
  /** The diagnostics of the mappings' texts that are disproved. */
  readonly disproved: readonly Disproved[];
  /** The reason why stored events were not used; absent if they were read, or there are none. */
  readonly unread?: string;
}

/**
 * Returns the findings of the samples of the mappings' tests and the stored events; each is planned and checked like a
 * real one.
 */
export async function checkWithData(
  folder: MappingFolder,
  { config, catalogs, within, told, progress }: CheckingData,
): Promise<Shown> {
  const { mappings } = folder;
  const { trials, unread } = await findTrials(config, mappings);
  const planning = planningWith({ config, mappings: folder, catalogs }, async () => undefined);
  const whole = patienceOf(allMs, monotonic);
  const found: Diagnostic[] = [];
  const otherwise: Disproved[] = [];
  for (const [done, mapping] of mappings.entries()) {
    progress?.(done, mappings.length);
    const patience = both(whole, patienceOf(mappingMs, monotonic));
    const ofSource = trials.get(mapping.source) ?? [];
    const ofFile = told.filter(({ place }) => place?.file === mapping.file);
    otherwise.push(...disproved(mapping, ofSource, within));
    const source = config.sources.get(mapping.source);
    // For a source outside the config, the places of answers and events are unknown.
    if (!source) continue;
    found.push(...unsplit(mapping, source, ofSource));
    found.push(...(await checkTrials(mapping, ofSource, { within, patience })));
    found.push(...checkAnswerPaths(mapping, source, ofSource));
    const unread = checkUnread(mapping, ofSource, choiceOf(mapping, catalogs));
    const literals = checkLiterals(mapping, ofSource, ofFile);
    found.push(...unread, ...literals.filter(each => !unread.some(other => other.path === each.path)));
    found.push(...(await checkCredentials(mapping, source, ofSource, { within, patience })));
    found.push(
      ...(await judgeTrials(mapping, ofSource, planning, { told: [...ofFile, ...unread], patience })),
    );
  }
  return { found, disproved: otherwise, ...(unread !== undefined && { unread }) };
}

/** Returns true if a text is one of the choices of a field in the account of the mapping's destination. */
function choiceOf({ destination }: Mapping, catalogs: CheckingData['catalogs']): IsChoice {
  const catalog = 'name' in destination ? catalogs.get(destination.name)?.snapshot : undefined;
  return (path, text) => {
    const field = catalog && findField(path.replace(/^additionalFields\./, ''), catalog);
    return field?.selectItems?.includes(text) ?? false;
  };
}

/** A warning where events of a source without `split` are lists of several objects. */
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
