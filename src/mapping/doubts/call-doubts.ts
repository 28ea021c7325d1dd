import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Scope } from '../../expressions/expression.ts';
import { type Call, consentNames, detailNames } from '../../inbox/call.ts';
import type { MappingInput } from '../evaluate/evaluation.ts';
import type { Mapping } from '../mapping.ts';
import { allNewQuestions } from './all-new-questions.ts';
import { warnAboutAbsence } from './by-absence.ts';
import { lostByConjunction } from './by-conjunction.ts';
import { changesAsValues } from './change-as-value.ts';
import { cutNumber } from './cut-number.ts';
import { endedForm } from './ended-form.ts';
import { endedRecord } from './ended-record.ts';
import { formerKey } from './former-key.ts';
import { formerValues } from './former-value.ts';
import { lostYeses } from './lost-yes.ts';
import { lostZeros } from './lost-zero.ts';
import { mixedAnswers } from './mixed-answers.ts';
import { mixedObjects } from './mixed-objects.ts';
import { movedPositions } from './named-positions.ts';
import { doubtsOfComparisons } from './never-true.ts';
import { newBooking } from './new-booking.ts';
import { newEventType } from './new-event-type.ts';
import { newForm } from './new-form.ts';
import { optedOutRecord } from './opted-out-record.ts';
import { optionIds } from './option-id.ts';
import { optionsAsAnswers } from './options-as-answer.ts';
import { otherPeople } from './other-people.ts';
import { otherQuestions } from './other-question.ts';
import { partsOfTexts } from './part-of-text.ts';
import { personsOfWebhook } from './person-of-webhook.ts';
import { receiverLink } from './receiver-link.ts';
import { renamedParts } from './renamed-part.ts';
import { renamedPath } from './renamed-path.ts';
import { renamedProperty } from './renamed-property.ts';
import { renamedQuestions } from './renamed-question.ts';
import { severalEntries } from './several-entries.ts';
import { testPerson } from './test-person.ts';
import { yesDespiteWithdrawal } from './unheard-withdrawal.ts';
import { warnAboutUnread } from './unread-answers.ts';

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
  return [
    ...(call ? doubtsOfSent(mapping, input, scope, call) : []),
    ...doubtsOfComparisons(mapping, input),
    ...warnAboutAbsence(mapping, input, scope),
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
  return atPath && !others.some(({ path }) => path === atPath.path) ? [...others, atPath] : others;
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
      optedOutRecord(mapping, input, call) ??
      newEventType(mapping, input) ??
      testPerson(mapping, input),
    newForm(mapping, input) ?? newBooking(mapping, input),
    mixedObjects(mapping, scope),
    cutNumber(mapping, scope, call),
    receiverLink(mapping, { input, scope }),
    ...severalEntries(mapping, input, { isSent: path => isSent(call, path) || notSent.has(path) }),
    ...personsOfWebhook(mapping, input),
    ...lostYeses(mapping, scope, call),
    ...lostZeros(mapping, scope, call),
    ...mixedAnswers(mapping, scope).filter(({ path = '' }) => isSent(call, path)),
    ...movedPositions(mapping, scope).filter(({ path = '' }) => isSent(call, path)),
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
