import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { findField } from '../../check/call/field-key.ts';
import { isSameYes } from '../../check/data/check-payload.ts';
import { checkTrials } from '../../check/data/check-trials.ts';
import { checkLiterals, checkUnread, type IsChoice } from '../../check/data/names/check-literals.ts';
import { checkAnswerPaths } from '../../check/data/paths/check-answer-paths.ts';
import type { Patience } from '../../check/data/patience.ts';
import { checkCredentials } from '../../check/data/people/check-credentials.ts';
import { checkEventTimes } from '../../check/data/people/check-event-times.ts';
import type { Trial } from '../../check/data/trial.ts';
import type { SourceConfig } from '../../config/config.ts';
import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { severalEvents } from '../../receive/events/several-events.ts';
import { judgeTrials } from './judge-trials.ts';

/** The inputs for trying one mapping. */
export interface MappingTrying {
  readonly source: SourceConfig;
  readonly trials: readonly Trial[];
  /** The existing diagnostics of its file. */
  readonly ofFile: readonly Diagnostic[];
  readonly within: PlaceWithin;
  readonly patience: Patience;
  readonly planning: PlanningContext;
  /** Lets other work run between two events; by default nothing else waits. */
  readonly pause?: (() => Promise<unknown>) | undefined;
}

/**
 * Returns the findings about a mapping that its samples and stored events show: paths without a value, answers read by
 * their position, calls that the delivery would refuse. No message shows a value of a stored event.
 */
export async function trialFindings(
  mapping: Mapping,
  { source, trials, ofFile, within, patience, planning, pause }: MappingTrying,
): Promise<readonly Diagnostic[]> {
  const unread = checkUnread(mapping, trials, choiceOf(mapping, planning));
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
  const isTold = ({ code, path }: Diagnostic) =>
    code === 'mapping/sender-id' && ofFile.some(each => each.code === code && each.path === path);
  const found = (
    await checkTrials(mapping, trials, { within, patience, catalog: catalogOf(mapping, planning) })
  ).filter(each => !isRepeated(each) && !isTold(each));
  // Each event has these with the same words.
  const ofNames = found.filter(({ code }) => code === 'mapping/other-name');
  const judged = await judgeTrials(mapping, trials, planning, {
    told: [...ofFile, ...unread, ...ofNames],
    patience,
    pause,
  });
  return distinct([
    ...unsplit(mapping, source, trials),
    ...checkEventTimes(mapping, source, trials),
    ...found,
    ...ofAnswers,
    ...unread,
    ...literals.filter(each => !unread.some(other => other.path === each.path)),
    ...(await checkCredentials(mapping, source, trials, { within, patience })),
    ...judged.filter(each => !found.some(other => isSameYes(each, other) || isSamePath(each, other))),
  ]);
}

/** Two checks may find the same thing at the same place. */
function distinct(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const keyOf = ({ code, path, place, message }: Diagnostic) => JSON.stringify([code, path, place, message]);
  return [...new Map(found.toReversed().map(each => [keyOf(each), each])).values()].toReversed();
}

/** True if a path that no event has explains a template that is left out. */
function isSamePath(leftOut: Diagnostic, { code, path }: Diagnostic): boolean {
  return (
    leftOut.code === 'mapping/template-left-out' &&
    code === 'check/path-never-matches' &&
    path === leftOut.path
  );
}

/** Returns true if a text is one of the choices of a field in the account of the mapping's destination. */
function choiceOf({ destination }: Mapping, planning: Pick<PlanningContext, 'destination'>): IsChoice {
  const catalog = catalogOf({ destination }, planning);
  return (path, text) => {
    const field = catalog && findField(path.replace(/^additionalFields\./, ''), catalog);
    return field?.selectItems?.includes(text) ?? false;
  };
}

function catalogOf(
  { destination }: Pick<Mapping, 'destination'>,
  planning: Pick<PlanningContext, 'destination'>,
): CatalogSnapshot | undefined {
  return ('name' in destination && planning.destination(destination.name)?.catalog) || undefined;
}

/** Returns a warning if events of a source without `split` are lists of several objects. */
function unsplit(mapping: Mapping, { split }: SourceConfig, trials: readonly Trial[]): readonly Diagnostic[] {
  if (split) return [];
  const whole = trials.filter(({ input }) => Array.isArray(input.payload) && input.payload === input.body);
  const place = mapping.places?.source;
  const told = whole.map(({ input }) => severalEvents(input.payload)).find(each => each.length > 0);
  return (told ?? []).map(each => (place ? { ...each, place } : each));
}
