import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { optionsAsAnswers } from '../../mapping/doubts/other-value/options-as-answer.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import { expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { consentPurposes } from '../consents/consent-purposes.ts';
import { fieldConsents, parameterConsents } from '../consents/field-consents.ts';
import { flagsAsConsents } from '../consents/flag-as-consent.ts';
import { oppositeQuestions } from '../consents/opposite-questions.ts';
import { reversedAnswers } from '../consents/reversed-answers.ts';
import { sharedConsents, sharedQuestions } from '../consents/shared-consents.ts';
import { crossedTables } from '../crossed-tables.ts';
import { inventedDates } from '../days/invented-dates.ts';
import { otherNames } from '../other-name.ts';
import { linksOfUsers, senderId } from '../people/sender-id.ts';
import { sameValues } from '../same-values.ts';
import { checkPhones } from './check-phones.ts';
import { checkComparisons } from './comparisons/check-comparisons.ts';
import { checkEmpties } from './comparisons/check-empties.ts';
import { checkListedTexts } from './comparisons/check-listed-texts.ts';
import { checkLists } from './comparisons/check-lists.ts';
import { checkOrder } from './comparisons/check-order.ts';
import { checkTruth } from './comparisons/check-truth.ts';
import { faultPlaceKey } from './fault-place-key.ts';
import { checkKeys } from './lists/check-keys.ts';
import { checkPositions } from './lists/check-positions.ts';
import { checkUnticked } from './lists/check-unticked.ts';
import { checkBetterFields } from './names/check-better-fields.ts';
import { checkBetterNames } from './names/check-better-names.ts';
import { checkBetterQuestions } from './names/check-better-questions.ts';
import { checkLabels } from './names/check-labels.ts';
import { checkLocations } from './names/check-locations.ts';
import { checkNumberBeside } from './names/check-number-beside.ts';
import { checkOnePerson } from './names/check-one-person.ts';
import { checkOwnNames } from './names/check-own-names.ts';
import { checkCutNumbers } from './people/check-cut-numbers.ts';
import { type Trial, trialScope, type Wanted } from './trial.ts';

/**
 * Returns the warnings of `check` that one event shows about a mapping's conditions and comparisons: a text
 * as a condition, dates in the order of texts, a list or another type compared with a single value. If the
 * mapping does not apply, only those of `when`, which may be the reason.
 */
export async function checkPayload(
  mapping: Mapping,
  trial: Trial,
  { isWanted, within = use => use.place, catalog }: CheckingPayload,
): Promise<readonly Diagnostic[]> {
  const all = expressionUses(mapping);
  const uses = all.filter(({ path }) => isWanted || path === 'when');
  const events = [{ trial, scope: trialScope(trial, { needsBody: mappingUses(mapping, 'body') }) }];
  const lists = checkLists(uses, events, within);
  const listed = new Set(lists.map(faultPlaceKey));
  const types = checkComparisons(mapping.source, uses, [trial], within).filter(
    each => each.severity !== 'info' && !listed.has(faultPlaceKey(each)),
  );
  return [
    ...lists,
    ...types,
    ...checkTruth(uses, events, within, all),
    ...checkOrder(uses, events, within),
    ...checkKeys(uses, events, within),
    ...checkEmpties(uses, events, within),
    ...checkListedTexts(uses, events, within),
    ...checkUnticked(uses, events, within),
    ...(isWanted
      ? [
          ...(await checkPhones(mapping, events)),
          ...(await checkOnePerson(mapping, events)),
          ...(await checkCutNumbers(mapping, events)).filter(({ severity }) => severity === 'info'),
          ...[
            checkPositions,
            optionsAsAnswers,
            sharedQuestions,
            linksOfUsers,
            checkLabels,
            checkLocations,
            checkBetterNames,
            checkBetterQuestions,
          ].flatMap(each => each(mapping, events)),
          ...oppositeQuestions(mapping, events, catalog),
          ...ownNamesIn(mapping, events, catalog),
          ...numbersIn(mapping, events),
          ...ofAnyEvent(mapping, catalog),
        ]
      : []),
  ];
}

interface CheckingPayload {
  readonly isWanted: boolean;
  readonly within?: PlaceWithin;
  /** The catalog of the destination, if it is known. */
  readonly catalog?: CatalogSnapshot | undefined;
}

/**
 * Returns the findings about one event, without comparisons and conditions that `shown` describes better, and without a doubt
 * whose cause it names.
 */
export function withoutReported(
  found: readonly Diagnostic[],
  shown: readonly Diagnostic[],
): readonly Diagnostic[] {
  const keyOf = ({ code, path }: Diagnostic) => `${code} ${path}`;
  const told = new Set(shown.filter(({ code }) => shownBetter.has(code)).map(keyOf));
  const isExplained = (each: Diagnostic) =>
    each.severity === 'warning' && shown.some(condition => isSameYes(each, condition));
  return found.filter(each => !told.has(keyOf(each)) && !isExplained(each));
}

/** True if a condition that counts any text as true explains a yes that somebody did not give. */
export function isSameYes(yes: Diagnostic, { code, path }: Diagnostic): boolean {
  return yes.code === 'mapping/denied-consent' && code === 'check/text-as-condition' && path === yes.path;
}

/** The codes of findings whose place is exact in `check`, and the whole rule at an event. */
const shownBetter: ReadonlySet<string> = new Set([
  'check/never-equal',
  'check/list-compared',
  'check/text-as-condition',
  'mapping/other-name',
  'mapping/opt-out-as-consent',
  'mapping/invented-consent',
  'mapping/options-as-answer',
]);

/** Returns the warnings about fields that read another value than that of their name, each once. */
export function ownNamesIn(
  mapping: Mapping,
  events: readonly Wanted[],
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  const told = new Set(
    [
      ...checkBetterNames(mapping, events),
      ...checkBetterQuestions(mapping, events),
      ...checkLabels(mapping, events),
    ].map(({ path }) => path),
  );
  const own = checkOwnNames(mapping, events, catalog).filter(({ path }) => !told.has(path));
  for (const { path } of own) told.add(path);
  return [...own, ...checkBetterFields(mapping, events, catalog).filter(({ path }) => !told.has(path))];
}

/** Returns the warnings that the text of the mapping does not show already. */
function numbersIn(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const told = new Set(senderId(mapping).map(({ path }) => path));
  return checkNumberBeside(mapping, events).filter(({ path }) => !told.has(path));
}

/** Returns the warnings about values that look right in every call, so that calls do not show the mistake. */
function ofAnyEvent(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  return [
    ...parameterConsents(mapping),
    ...fieldConsents(mapping, undefined),
    ...consentPurposes(mapping, undefined),
    ...flagsAsConsents(mapping, undefined),
    ...sharedConsents(mapping),
    ...sameValues(mapping, catalog),
    ...otherNames(mapping),
    ...reversedAnswers(mapping, catalog),
    ...crossedTables(mapping, catalog),
    ...inventedDates(mapping, undefined),
    ...senderId(mapping),
  ];
}
