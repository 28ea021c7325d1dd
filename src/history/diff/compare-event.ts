import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import { type PlanningContext, planMapping } from '../../deliver/planning/plan-event.ts';
import { customerNumber } from '../../inbox/call.ts';
import type { ArchivedCall, ArchivedEvent } from '../../inbox/event-archive.ts';
import type { FindLink, MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type Difference, differencesBetween } from './differences-between.ts';
import { noResult, plannedResults, storedResult } from './mapping-result.ts';

/** A difference, and the mapping that makes it. */
export interface MappingDifference extends Difference {
  readonly mapping: string;
}

/** Selects the compared mappings: all, or those with some names. */
export type Chosen = (mapping: string) => boolean;

/**
 * Compares the calls that the current mappings make for a stored event with the earlier calls. The expressions get
 * the same data as then, so nothing differs unless mappings, config or catalog have changed.
 */
export async function compareEvent(
  { event, calls }: ArchivedEvent,
  planning: PlanningContext,
  chosen: Chosen,
): Promise<MappingDifference[]> {
  const source = planning.source(event.source);
  const input = mappingInput(event, source);
  const people = source?.people ?? event.source;
  const found: MappingDifference[] = [];
  const mappings = planning.mappings.of(event.source).filter(({ name }) => chosen(name));
  for (const mapping of mappings) {
    const stored = calls.find(call => call.mapping === mapping.name);
    const differences = await compareMapping(mapping, { stored, siblings: calls, input, people }, planning);
    found.push(...differences.map(each => ({ mapping: mapping.name, ...each })));
  }
  for (const call of calls) {
    if (!chosen(call.mapping) || mappings.some(({ name }) => name === call.mapping)) continue;
    const gone = differencesBetween(storedResult(call), noResult, { unchanged: false });
    found.push(...gone.map(each => ({ mapping: call.mapping, ...each })));
  }
  return found;
}

interface Case {
  readonly stored: ArchivedCall | undefined;
  readonly siblings: readonly ArchivedCall[];
  readonly input: MappingInput;
  readonly people: string;
}

/**
 * The value of `$linked` at planning is not stored. So each possible number is tried, the most likely first. The
 * mapping has changed only if none of them gives the earlier result.
 */
async function compareMapping(
  mapping: Mapping,
  { stored, siblings, input, people }: Case,
  planning: PlanningContext,
) {
  const before = storedResult(stored);
  const unchanged = stored?.mappingVersion === mapping.version;
  let first: Difference[] | undefined;
  for (const findLink of guesses(mapping, { stored, siblings, unchanged }, planning.findLink)) {
    const planned = await planMapping(mapping, input, { ...planning, findLink }, people);
    for (const result of plannedResults(planned)) {
      const differences = differencesBetween(before, result, { unchanged });
      if (differences.length === 0) return [];
      first ??= differences;
    }
  }
  return first ?? [];
}

interface Past {
  readonly stored: ArchivedCall | undefined;
  readonly siblings: readonly ArchivedCall[];
  /** True if the mapping's file has not changed since. */
  readonly unchanged: boolean;
}

/** Returns the possible states of the link at planning: as in a call with the same link, as now, or unknown. */
function guesses(mapping: Mapping, past: Past, now: FindLink): readonly FindLink[] {
  if (!mappingUses(mapping, 'linked')) return [now];
  const { stored, siblings, unchanged } = past;
  const seen = siblings.filter(({ status }) => unchanged || status === 'delivered' || status === 'uncertain');
  const own = seen.filter(call => call === stored);
  const known = [...own, ...seen].flatMap(({ link, call, customerId }) =>
    [call && customerNumber(call), customerId].map(number => (number && link ? { link, number } : undefined)),
  );
  const then = known
    .filter(each => each !== undefined)
    .map(
      ({ link, number }): FindLink =>
        async (asked, destination) =>
          asked.people === link.people && asked.id === link.id ? number : now(asked, destination),
    );
  const unlinked: FindLink = async () => undefined;
  const waited = stored !== undefined && stored.call === undefined;
  return waited ? [unlinked, ...then, now] : [...then, now, unlinked];
}
