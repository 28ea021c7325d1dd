import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type ExpressionUse, expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { missingSince } from '../over-time/missing-since.ts';
import { checkTables } from './answers/check-tables.ts';
import { rulesByValues } from './answers/rules-by-values.ts';
import { checkDoubts } from './check-doubts.ts';
import { checkEnded, checkWithdrawals } from './check-ended.ts';
import { checkUnlikeSamples } from './check-unlike-samples.ts';
import { checkAbsences, checkNegations } from './comparisons/check-absences.ts';
import { checkComparisons } from './comparisons/check-comparisons.ts';
import { checkComputed } from './comparisons/check-computed.ts';
import { checkEmpties } from './comparisons/check-empties.ts';
import { checkListedTexts } from './comparisons/check-listed-texts.ts';
import { checkLists } from './comparisons/check-lists.ts';
import { checkOrder } from './comparisons/check-order.ts';
import { checkTruth } from './comparisons/check-truth.ts';
import { checkComparedWords } from './comparisons/compared-words.ts';
import { faultPlaceKey } from './fault-place-key.ts';
import { checkKeys } from './lists/check-keys.ts';
import { checkUnticked } from './lists/check-unticked.ts';
import { checkPaths } from './paths/check-paths.ts';
import { endless, type Patience } from './patience.ts';
import { isOwn, mostTried, sortEvents, type Trial, type Wanted } from './trial.ts';
import { failedExpression, tryExpressions } from './try-expressions.ts';
import { neverWanted, noneWanted, untestedExpressions } from './untested-expressions.ts';

/** The settings for trying a mapping on events. */
interface Trying {
  readonly within?: PlaceWithin;
  readonly patience?: Patience;
  /** The catalog of the destination, if it is known. */
  readonly catalog?: CatalogSnapshot | undefined;
}

/**
 * Returns the faults of a mapping's expressions that events of its source show (the samples of all tests and
 * the last stored events): paths without a value, failing or untested expressions, tables whose keys never
 * occur. Only events to which the mapping applies count. Messages contain no stored values. `within` returns
 * the place of a part of an expression. `patience` limits the time, but not for the mapping's own samples.
 */
export async function checkTrials(
  mapping: Mapping,
  trials: readonly Trial[],
  { within, patience = endless, catalog }: Trying = {},
): Promise<Diagnostic[]> {
  const { wanted, unwanted, failing } = await sortEvents(mapping, trials, patience);
  const uses = expressionUses(mapping);
  const ofWanted = wantedTrials(mapping, trials, wanted);
  const beyond = uses.filter(({ expression }) => expression.path === null && expression.literal === null);
  const { failures, covered } = await tryExpressions(mapping, beyond, wanted, patience);
  const condition = beyond.find(({ path }) => path === 'when');
  const [first] = failing;
  const tried = wanted.length + failing.length;
  if (condition && first) {
    failures.unshift({ use: condition, ...first, count: failing.length, tried });
  }
  const known = new Set([...covered, ...failures.map(({ use }) => use)]);
  const conditions = uses.filter(isCondition);
  const rules = uses.filter(use => !isCondition(use));
  const { source } = mapping;
  const missing = missingPaths(source, [conditions, trials], [rules, ofWanted], within);
  const ofConditions = [...wanted, ...unwanted].slice(0, mostTried);
  const ofRules = wanted.slice(0, mostTried);
  const lists = [
    ...checkLists(conditions, ofConditions, within),
    ...checkLists(rules, wanted.length > 0 ? ofRules : ofConditions, within),
  ];
  const listed = new Set(lists.map(faultPlaceKey));
  const types = [
    ...checkComparisons(source, conditions, trials, within),
    ...checkComparisons(source, rules, ofWanted, within),
  ].filter(each => !listed.has(faultPlaceKey(each)));
  const truths = [
    ...(await rulesByValues(mapping, ofRules, patience, { catalog, missing })),
    ...(await checkComputed([conditions, ofConditions], [rules, ofRules], { patience, within })),
    ...checkTruth(conditions, ofConditions, within, uses),
    ...checkTruth(rules, ofRules, within, uses),
    ...[checkOrder, checkEmpties, checkListedTexts, checkKeys, checkUnticked].flatMap(each => [
      ...each(conditions, ofConditions, within),
      ...each(rules, ofRules, within),
    ]),
  ];
  const absences = await absencesOf(mapping, [conditions, trials], [rules, ofWanted], {
    within,
    patience,
    truths,
  });
  // For a path that no event has, a missing test need not be reported as well.
  const told = new Set(
    [...missing, ...lists, ...types, ...failures.map(({ use }) => use)].map(({ path }) => path),
  );
  return [
    ...missing,
    ...lists,
    ...types,
    ...truths,
    ...absences,
    ...failures.map(each => failedExpression(each, mapping)),
    ...(isAnyWanted(mapping, trials, wanted)
      ? untestedExpressions(
          mapping,
          beyond.filter(use => !known.has(use) && !told.has(use.path)),
        )
      : noneWanted(mapping, told)),
    ...(tried === 0 ? neverWanted(mapping, told, unwanted) : []),
    ...(await tablesAndDoubts(mapping, wanted, patience, [...truths, ...absences])),
  ];
}

/** The paths of `when` decide whether the mapping applies, so they are searched in all events. */
function missingPaths(
  source: string,
  [conditions, trials]: UsesAndTrials,
  [rules, wanted]: UsesAndTrials,
  within: PlaceWithin | undefined,
): readonly Diagnostic[] {
  const paths = [
    ...checkPaths(source, conditions, trials, within),
    ...checkPaths(source, rules, wanted, within),
  ];
  const told = new Set(paths.map(faultPlaceKey));
  const words = checkComparedWords(source, [...conditions, ...rules], trials, within);
  return [...paths, ...words.filter(each => !told.has(faultPlaceKey(each)))];
}

/** Expressions, and the events that they are checked with. */
type UsesAndTrials = readonly [readonly ExpressionUse[], readonly Trial[]];

/** The warnings shown by events other than the mapping's tests, in which missing values are intended. */
async function absencesOf(
  mapping: Mapping,
  [conditions, trials]: UsesAndTrials,
  [rules, wanted]: UsesAndTrials,
  {
    truths,
    ...looking
  }: {
    readonly within: PlaceWithin | undefined;
    readonly patience: Patience;
    /** The warnings about rules that were found before. */
    readonly truths: readonly Diagnostic[];
  },
): Promise<readonly Diagnostic[]> {
  const others = trials.filter(each => !isOwn(each, mapping));
  const ofWanted = wanted.filter(each => !isOwn(each, mapping));
  return [
    ...(await checkAbsences(conditions, others, looking)),
    ...(await checkNegations(conditions, others, looking)),
    ...(await checkNegations(rules, ofWanted, looking)),
    ...checkEnded(mapping, ofWanted),
    ...missingSince(mapping, { all: trials, wanted, patience: looking.patience, told: truths }),
  ];
}

/** A table that never matches is reported once, not for each value. `told`: the warnings that were found before. */
async function tablesAndDoubts(
  mapping: Mapping,
  wanted: readonly Wanted[],
  patience: Patience,
  told: readonly Diagnostic[],
): Promise<readonly Diagnostic[]> {
  const tables = await checkTables(mapping, wanted, patience);
  const idle = new Set(tables.map(({ path }) => path));
  const doubts = await checkDoubts(mapping, wanted, patience);
  const found = [
    ...tables,
    ...doubts.filter(({ path }) => !idle.has(path)),
    ...(await checkWithdrawals(mapping, wanted, patience)),
  ];
  const known = new Set([...told, ...found].map(({ path }) => path));
  const unlike = await checkUnlikeSamples(mapping, wanted, patience);
  return [...found, ...unlike.filter(({ path }) => !known.has(path))];
}

/** If `when` is wrong and the mapping never applies, its own samples show the other faults. */
function wantedTrials(
  mapping: Mapping,
  trials: readonly Trial[],
  wanted: readonly Wanted[],
): readonly Trial[] {
  if (wanted.length === trials.length) return trials;
  if (wanted.length === 0) return trials.filter(each => isOwn(each, mapping));
  return wanted.map(({ trial }) => trial);
}

/** True if `when` is true for a payload of the mapping's own tests, or if none expects a call. */
function isAnyWanted(mapping: Mapping, trials: readonly Trial[], wanted: readonly Wanted[]): boolean {
  return !trials.some(each => isOwn(each, mapping)) || wanted.some(({ trial }) => isOwn(trial, mapping));
}

function isCondition({ path }: ExpressionUse): boolean {
  return path === 'when';
}
