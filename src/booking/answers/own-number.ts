import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { UpdateCustomer } from '../../inbox/call.ts';
import { type AnswerObject, textField } from './answer-body.ts';
import { areSameMobiles } from './person-addresses.ts';

/**
 * Returns the warning of an update that set the customer's own mobile number as the one for emergencies (API document 2.2). Not
 * for a child, whose mobile number is that of a parent.
 */
export function ownEmergencyNumber(
  { additionalFields }: UpdateCustomer,
  customer: AnswerObject,
  doubled: ReadonlySet<string>,
): Diagnostic | undefined {
  const mobile = doubled.has('mobile') ? undefined : textField(customer, 'mobile');
  if (mobile === undefined || textField(customer, 'genderType') === 'KID') return undefined;
  const own = additionalFields.find(
    ({ isForEmergencies, change }) =>
      isForEmergencies && 'set' in change && areSameMobiles(change.set.text, mobile),
  );
  if (!own) return undefined;
  const path = `additionalFields.${own.key}`;
  const message = `the update was applied, but ${path}, the number for emergencies, is the mobile number of the customer`;
  const hint =
    'see whether the event has the two numbers in the wrong places; if it does, correct it and replay the event with --again; if such numbers are right, add because: with the reason to the rule';
  return diagnostic('call/own-emergency-number', message, { hint, path });
}
