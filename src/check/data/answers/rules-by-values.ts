import type { CatalogSnapshot } from '../../../booking/catalog/field.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { movedKeys } from '../../../mapping/doubts/changed-form/moved-key.ts';
import { otherQuestions } from '../../../mapping/doubts/changed-form/other-question.ts';
import { renamedParts } from '../../../mapping/doubts/changed-form/renamed-part.ts';
import { warnAboutUnread } from '../../../mapping/doubts/changed-form/unread-answers.ts';
import { optionsAsAnswers } from '../../../mapping/doubts/other-value/options-as-answer.ts';
import { partsOfTexts } from '../../../mapping/doubts/other-value/part-of-text.ts';
import { mixedAnswers } from '../../../mapping/doubts/people/mixed-answers.ts';
import { mixedObjects } from '../../../mapping/doubts/people/mixed-objects.ts';
import { otherPeople } from '../../../mapping/doubts/people/other-people.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { answeredQuestions } from '../../../receive/answers/answers.ts';
import { reversedInWords } from '../../consents/field-consents.ts';
import { oppositeQuestions } from '../../consents/opposite-questions.ts';
import { sharedConsents, sharedQuestions } from '../../consents/shared-consents.ts';
import { linksOfUsers } from '../../people/sender-id.ts';
import { checkDaysOutOfTime } from '../check-days-out-of-time.ts';
import { checkPhones } from '../check-phones.ts';
import { checkSwappedDays } from '../check-swapped-days.ts';
import { checkPositions } from '../lists/check-positions.ts';
import { checkTypedLists } from '../lists/check-typed-lists.ts';
import { checkBetterFields } from '../names/check-better-fields.ts';
import { checkBetterNames } from '../names/check-better-names.ts';
import { checkBetterQuestions } from '../names/check-better-questions.ts';
import { checkLabels, checkMixedLabels } from '../names/check-labels.ts';
import { checkLocations } from '../names/check-locations.ts';
import { checkNumberBeside } from '../names/check-number-beside.ts';
import { checkOnePerson } from '../names/check-one-person.ts';
import { checkOwnNames } from '../names/check-own-names.ts';
import { checkQuestions } from '../names/check-questions.ts';
import type { Patience } from '../patience.ts';
import { checkCutNumbers } from '../people/check-cut-numbers.ts';
import { linksOfMany, linksOfReceiver } from '../people/links-of-many.ts';
import { type Trial, type Wanted, whereOf } from '../trial.ts';
import { checkMissingAnswers } from './check-missing-answers.ts';
import { checkRenamedQuestions } from './check-renamed-questions.ts';

/** Returns the warnings about whole rules that values of events show. */
export async function rulesByValues(
  mapping: Mapping,
  events: readonly Wanted[],
  patience: Patience,
  {
    catalog,
    missing,
  }: {
    readonly catalog: CatalogSnapshot | undefined;
    /** The warnings about paths that no event has. */
    readonly missing: readonly Diagnostic[];
  },
): Promise<readonly Diagnostic[]> {
  const gone = new Set(missing.map(({ path }) => path));
  const phones = await checkPhones(mapping, events, patience);
  const days = await checkSwappedDays(mapping, events, patience);
  const questions = checkQuestions(mapping, events);
  const asked = new Set(questions.map(({ path }) => path));
  const positions = checkPositions(mapping, events).filter(({ path }) => !asked.has(path));
  const told = new Set([...questions, ...positions].map(({ path }) => path));
  const typed = checkTypedLists(mapping, events).filter(({ path }) => !told.has(path));
  const shared = sharedQuestions(mapping, events);
  const named = new Set([...sharedConsents(mapping), ...shared].map(({ path }) => path));
  const betterNames = [checkBetterNames, checkBetterQuestions].flatMap(each => each(mapping, events));
  const better = new Set([...betterNames, ...checkLabels(mapping, events)].map(({ path }) => path));
  return [
    ...phones,
    ...days,
    ...(await checkOnePerson(mapping, events)),
    ...(await checkCutNumbers(mapping, events, patience)),
    ...(await checkDaysOutOfTime(mapping, events, { patience, catalog })),
    ...checkMissingAnswers(mapping, events),
    ...questions,
    ...positions,
    ...typed,
    ...shared,
    ...betterNames.filter(({ path }) => !named.has(path)),
    ...fieldNamesIn(mapping, events, catalog).filter(({ path }) => !named.has(path) && !better.has(path)),
    ...oppositeQuestions(mapping, events, catalog),
    ...reversedInWords(mapping, events, catalog),
    ...[
      optionsAsAnswers,
      linksOfUsers,
      checkLabels,
      checkMixedLabels,
      checkLocations,
      checkNumberBeside,
      linksOf,
    ].flatMap(each => each(mapping, events)),
    ...mixedIn(mapping, events),
    ...firstOf(events, ({ trial }, where) => otherPeople(mapping, trial.input, { where, isSample: true })),
    ...unreadIn(mapping, events),
    ...firstOf(events, ({ scope }, where) => partsOfTexts(mapping, scope, { where })),
    ...firstOf(events, ({ scope }, where) => renamedParts(mapping, scope, { where })),
    ...firstOf(events, ({ trial }, where) => movedKeys(mapping, trial.input, { where })).filter(
      ({ path }) => !gone.has(path),
    ),
    ...firstOf(events, ({ scope }, where) => mixedAnswers(mapping, scope, { where })),
    ...firstOf(events, ({ scope, trial }, where) =>
      otherQuestions(mapping, scope, { where: `${where}${ofOtherMapping(trial, mapping)}` }),
    ),
    ...checkRenamedQuestions(mapping, events),
  ];
}

/** Returns the warnings about fields that read something else by its name, one for a rule. */
function fieldNamesIn(
  mapping: Mapping,
  events: readonly Wanted[],
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  const own = checkOwnNames(mapping, events, catalog);
  const told = new Set(own.map(({ path }) => path));
  return [...own, ...checkBetterFields(mapping, events, catalog).filter(({ path }) => !told.has(path))];
}

/** Returns the warnings about a link that events show to be that of many people. */
function linksOf(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const ofReceiver = linksOfReceiver(mapping, events);
  return ofReceiver.length > 0 ? ofReceiver : linksOfMany(mapping, events);
}

/** Names the mapping of a sample, so that two samples are told apart. */
function ofOtherMapping({ test }: Trial, mapping: Mapping): string {
  return test === undefined || test.mapping === mapping.name ? '' : ` of ${test.mapping}`;
}

/** Returns one warning if rules mix the objects of a list, for the first such event. */
function mixedIn(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  for (const { scope, trial } of events) {
    const found = mixedObjects(mapping, scope, { where: whereOf(trial) });
    if (found) return [found];
  }
  return [];
}

/** Returns the warnings about the rules of single events, each for the first event that shows it. */
function firstOf(
  events: readonly Wanted[],
  look: (event: Wanted, where: string) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const found = new Map<string | undefined, Diagnostic>();
  for (const event of events) {
    for (const each of look(event, whereOf(event.trial))) {
      if (!found.has(each.path)) found.set(each.path, each);
    }
  }
  return [...found.values()];
}

/** Returns the warnings about answers elsewhere. If no answer stands at the paths of the source, those are reported. */
function unreadIn(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const isAnyRead = events.some(({ trial: { input } }) =>
    answeredQuestions(input.answers ?? {}).questions.some(({ value }) => presenceOf(value) === 'present'),
  );
  return isAnyRead ? firstOf(events, ({ scope }, where) => warnAboutUnread(mapping, scope, { where })) : [];
}
