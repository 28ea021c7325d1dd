import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Scope } from '../../expressions/expression.ts';
import { type Call, consentNames, detailNames } from '../../inbox/call.ts';
import type { MappingInput } from '../evaluate/evaluation.ts';
import type { Mapping } from '../mapping.ts';
import { allNewQuestions } from './changed-form/all-new-questions.ts';
import { formerKey } from './changed-form/former-key.ts';
import { movedKeys } from './changed-form/moved-key.ts';
import { newForm } from './changed-form/new-form.ts';
import { otherForm } from './changed-form/other-form.ts';
import { otherQuestions } from './changed-form/other-question.ts';
import { renamedParts } from './changed-form/renamed-part.ts';
import { renamedPath } from './changed-form/renamed-path.ts';
import { renamedProperty } from './changed-form/renamed-property.ts';
import { renamedQuestions } from './changed-form/renamed-question.ts';
import { warnAboutUnread } from './changed-form/unread-answers.ts';
import { warnAboutAbsence } from './comparisons/by-absence.ts';
import { lostByConjunction } from './comparisons/by-conjunction.ts';
import { calculatedWithout } from './comparisons/calculated-without.ts';
import { lostYeses } from './comparisons/lost-yes.ts';
import { doubtsOfComparisons } from './comparisons/never-true.ts';
import { lostZeros } from './converted/lost-zero.ts';
import { endedBeside } from './event-kind/ended-beside.ts';
import { endedEntries } from './event-kind/ended-entry.ts';
import { endedForm } from './event-kind/ended-form.ts';
import { endedRecord } from './event-kind/ended-record.ts';
import { newBooking } from './event-kind/new-booking.ts';
import { newEventType } from './event-kind/new-event-type.ts';
import { yesDespiteWithdrawal } from './event-kind/unheard-withdrawal.ts';
import { lackingEntries } from './lacking-entry.ts';
import { movedEntries } from './moved-entries.ts';
import { movedPositions } from './named-positions.ts';
import { changesAsValues } from './other-value/change-as-value.ts';
import { formerValues } from './other-value/former-value.ts';
import { optionIds } from './other-value/option-id.ts';
import { optionsAsAnswers } from './other-value/options-as-answer.ts';
import { partsOfTexts } from './other-value/part-of-text.ts';
import { cutNumber } from './people/cut-number.ts';
import { mixedAnswers } from './people/mixed-answers.ts';
import { mixedObjects } from './people/mixed-objects.ts';
import { newPerson } from './people/new-person.ts';
import { otherPeople } from './people/other-people.ts';
import { personsOfWebhook } from './people/person-of-webhook.ts';
import { receiverLink } from './people/receiver-link.ts';
import { severalEntries } from './people/several-entries.ts';
import { testPerson } from './people/test-person.ts';

/**
 * Returns the doubts about an event and its rules as a whole. `call`: the call that is sent, if there is one. An event
 * without a call may have been left out by a wrong comparison.
 */
export function callDoubts(
  mapping: Mapping,
  input: MappingInput,
  scope: Scope,
  call: Call | undefined,
): readonly Diagnostic[] {
  const absences = warnAboutAbsence(mapping, input, scope);
  const told = new Set(absences.map(({ path }) => path));
  return [
    ...(call ? doubtsOfSent(mapping, input, scope, call) : []),
    ...doubtsOfComparisons(mapping, input),
    ...absences,
    ...(call ? calculatedWithout(mapping, input) : []).filter(
      ({ path = '' }) => call && isSent(call, path) && !told.has(path),
    ),
    ...lostByConjunction(mapping, scope),
    ...formerValues(mapping, scope),
    ...renamedAtEvent(mapping, input, scope, call),
    ...warnAboutUnread(mapping, scope),
    ...partsOfTexts(mapping, scope),
  ];
}

/** Returns the warnings about parts with another name, and about questions or else a key or a property with another one. */
function renamedAtEvent(
  mapping: Mapping,
  input: MappingInput,
  scope: Scope,
  call: Call | undefined,
): readonly Diagnostic[] {
  const named = renamedQuestions(mapping, scope);
  const known = named.map(({ path }) => path);
  const questions = [...named, ...allNewQuestions(mapping, scope, { known })];
  const parts = renamedParts(mapping, scope);
  const atPath =
    renamedPath(mapping, input) ??
    (questions.some(({ severity }) => severity === 'warning')
      ? undefined
      : (formerKey(mapping, input) ??
        (call || parts.length > 0 ? undefined : renamedProperty(mapping, input))));
  // A warning about the path of a rule says more than a note about its question.
  const others = [
    ...questions.filter(each => each.severity === 'warning' || each.path !== atPath?.path),
    ...parts,
  ];
  const found = atPath && !others.some(({ path }) => path === atPath.path) ? [...others, atPath] : others;
  const told = new Set(found.map(({ path }) => path));
  return [...found, ...movedKeys(mapping, input).filter(({ path }) => !told.has(path))];
}

function doubtsOfSent(
  mapping: Mapping,
  input: MappingInput,
  scope: Scope,
  call: Call,
): readonly Diagnostic[] {
  return [
    endedRecord(mapping, input) ??
      endedForm(mapping, input) ??
      yesDespiteWithdrawal(mapping, input, call) ??
      newEventType(mapping, input) ??
      testPerson(mapping, input),
    newForm(mapping, input) ?? otherForm(mapping, input) ?? newBooking(mapping, input),
    mixedObjects(mapping, scope),
    newPerson(mapping, input),
    cutNumber(mapping, scope, call),
    receiverLink(mapping, { input, scope }),
    ...severalEntries(mapping, input, { isSent: path => isSent(call, path) || notSent.has(path) }),
    ...personsOfWebhook(mapping, input),
    ...endedEntries(mapping, scope).filter(({ path = '' }) => isSent(call, path)),
    ...lackingEntries(mapping, scope).filter(({ path = '' }) => isSent(call, path)),
    ...endedBeside(mapping, input).filter(({ path = '' }) => isSent(call, path)),
    ...lostYeses(mapping, scope, call),
    ...lostZeros(mapping, scope, call),
    ...mixedAnswers(mapping, scope).filter(({ path = '' }) => isSent(call, path)),
    ...movedPositions(mapping, scope).filter(({ path = '' }) => isSent(call, path)),
    ...movedEntries(mapping, scope).filter(({ path = '' }) => isSent(call, path)),
    ...otherQuestions(mapping, scope).filter(({ path = '' }) => isSent(call, path) || notSent.has(path)),
    ...otherPeople(mapping, input).filter(({ path = '' }) => isSent(call, path)),
    ...optionIds(mapping, scope, call).filter(({ path = '' }) => isSent(call, path)),
    ...optionsAsAnswers(mapping, [{ scope }]).filter(({ path = '' }) => isSent(call, path)),
    ...changesAsValues(mapping).filter(({ path = '' }) => sets(call, path)),
  ].flatMap(each => each ?? []);
}

/** The expressions that decide about a call. */
const notSent: ReadonlySet<string> = new Set(['id', 'link', 'when']);

/** True if a call sends a value for the path of a rule. */
export function isSent(call: Call, path: string): boolean {
  const detail = detailNames.find(name => name === path);
  if (detail !== undefined)
    return 'customer' in call && 'details' in call.customer && call.customer.details[detail] !== undefined;
  const consent = consentNames.find(name => name === path);
  if (consent !== undefined) return 'consents' in call && call.consents[consent] !== undefined;
  if (path.startsWith('appointmentParticipant.')) return 'customerComment' in call;
  return sets(call, path);
}

/** True if a call sets a value of the customer. */
function sets(call: Call, path: string): boolean {
  if (path === 'customerStatus') return call.customerStatus !== undefined;
  if (path === 'note') return call.operation === 'updateCustomer' && call.note !== undefined;
  return call.additionalFields.some(({ key }) => path === `additionalFields.${key}`);
}
