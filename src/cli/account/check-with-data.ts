import { type Disproved, disproved } from '../../check/data/disproved.ts';
import { both, type Patience, patienceOf, watchedPatience } from '../../check/data/patience.ts';
import { checkEventId } from '../../check/data/people/check-event-id.ts';
import { checkOccurredAt } from '../../check/data/people/check-occurred-at.ts';
import { type LinkingMapping, linkFormsOf, orphanedLinks } from '../../check/data/people/orphaned-links.ts';
import type { Config } from '../../config/config.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { doubtedTables, linesToCompare } from '../../history/trials/lines-to-compare.ts';
import { type MappingTrying, trialFindings } from '../../history/trials/trial-findings.ts';
import { type UnexpectedValue, unexpectedValues } from '../../history/trials/unexpected-values.ts';
import { type UnreadValue, unreadValues } from '../../history/unmapped/unread-values.ts';
import type { MappingFolder } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { planningWith } from '../try/planning-on-disk.ts';
import type { FoundCatalog } from './catalogs.ts';
import { findTrials } from './trials.ts';

/**
 * The limits for evaluating users' expressions, for one mapping and for all of them: processor time, so that a busy
 * machine finds the same.
 */
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
  /** The values of mappings without errors that no test expects. */
  readonly unexpected: readonly UnexpectedValue[];
  /** The values of events that no rule reads and no sample has. */
  readonly unreadValues: readonly UnreadValue[];
  /** The reason why stored events were not used; absent if they were read, or there are none. */
  readonly unread?: string;
  /** The mappings that were not tried with all stored events of their source. */
  readonly unfinished: readonly UnfinishedMapping[];
}

/** A mapping whose expressions took longer than the limit. */
export interface UnfinishedMapping {
  readonly mapping: string;
  /** The number of stored events of its source. */
  readonly events: number;
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
  const whole = patienceOf(allMs, workMs);
  const found: Diagnostic[] = [];
  const otherwise: Disproved[] = [];
  const linking: LinkingMapping[] = [];
  const known = new Map<string, readonly string[]>();
  const unexpected: UnexpectedValue[] = [];
  const unread: UnreadValue[] = [];
  const unfinished: UnfinishedMapping[] = [];
  let done = 0;
  let reason: string | undefined;
  for (const some of inGroups(mappings)) {
    const { trials, links, unread: unreadable } = await findTrials(config, some);
    reason ??= unreadable;
    for (const [people, ids] of links) known.set(people, ids);
    for (const [name, ofSource] of trials) {
      const source = config.sources.get(name);
      if (source) found.push(...checkEventId(source, ofSource), ...(await checkOccurredAt(source, ofSource)));
    }
    for (const mapping of some) {
      progress?.(done, mappings.length);
      done += 1;
      const ofSource = trials.get(mapping.source) ?? [];
      otherwise.push(...disproved(mapping, ofSource, within));
      const source = config.sources.get(mapping.source);
      // The ids and the answers' places are unknown for a source that is missing in the config.
      if (!source) continue;
      const ofFile = told.filter(({ place }) => place?.file === mapping.file);
      const ofMapping = await tryMapping(mapping, {
        trying: { source, trials: ofSource, ofFile, within, planning },
        whole,
      });
      found.push(...ofMapping.found);
      unexpected.push(...ofMapping.unexpected);
      unread.push(...ofMapping.unreadValues);
      unfinished.push(...ofMapping.unfinished);
      linking.push(...ofMapping.linking);
    }
  }
  found.push(...orphanedLinks(linking, known));
  return {
    ...{ found, disproved: otherwise, unexpected, unreadValues: unread, unfinished },
    ...(reason !== undefined && { unread: reason }),
  };
}

/**
 * The errors of a mapping come first: its values are compared only without any. The values have a limit of their own,
 * since a list without some of them would look complete. A credential is not shown.
 */
async function tryMapping(
  mapping: Mapping,
  { trying, whole }: { readonly trying: Omit<MappingTrying, 'patience'>; readonly whole: Patience },
): Promise<
  Pick<Shown, 'found' | 'unexpected' | 'unreadValues' | 'unfinished'> & { readonly linking: LinkingMapping[] }
> {
  const { source, trials, ofFile, planning } = trying;
  const ofFindings = watchedPatience(both(whole, patienceOf(mappingMs, workMs)));
  const found = await trialFindings(mapping, { ...trying, patience: ofFindings.patience });
  const ofValues = watchedPatience(patienceOf(mappingMs, workMs));
  const isRight = !hasErrors([...ofFile, ...found]);
  const values = isRight ? await unexpectedValues(mapping, trials, planning, ofValues.patience) : [];
  const lines = isRight ? await linesToCompare(mapping, trials, planning) : [];
  const secret = new Set(found.map(({ code, path }) => code === 'check/reads-credential' && path));
  const doubted = doubtedTables([...ofFile, ...found]);
  const links = await linkFormsOf(mapping, source.people, trials, ofFindings.patience);
  const events = trials.filter(({ test }) => test === undefined).length;
  return {
    found,
    unexpected: [...values, ...lines.filter(({ part }) => !doubted.has(part))].filter(
      ({ part }) => !secret.has(part),
    ),
    unreadValues: isRight ? await unreadValues(mapping, trials, ofValues.patience) : [],
    unfinished: ofFindings.hasEnded() || ofValues.hasEnded() ? [{ mapping: mapping.name, events }] : [],
    linking: links ? [links] : [],
  };
}

/** The number of sources whose events are in memory at the same time. */
const sourcesAtOnce = 25;

/** Returns the mappings in groups of some sources each; a source is in one group only. */
function inGroups(mappings: readonly Mapping[]): readonly (readonly Mapping[])[] {
  const ofSources = [...Map.groupBy(mappings, ({ source }) => source).values()];
  const groups = Map.groupBy(ofSources.entries(), ([at]) => Math.floor(at / sourcesAtOnce));
  return [...groups.values()].map(group => group.flatMap(([, some]) => some));
}

/** The processor time that this process has used, in milliseconds. */
function workMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
