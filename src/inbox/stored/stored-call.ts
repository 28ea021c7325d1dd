import type { AdditionalField, BookingCustomer, Call, Change, Value } from '../call.ts';
import type { CallPolicy } from '../plan.ts';
import { as, isOptional, isRecord, isText, isTexts, type Shape, shape } from './shape.ts';

/** A call that will be or was sent. */
export const storedCall: Shape<Call> = shape('a call', [as(isCall)]);

/** The settings of a mapping for a call. The first stores did not contain `ignoreOlder`. */
export const storedPolicy: Shape<CallPolicy> = shape('the policy of a call', [
  json => {
    if (!isRecord(json)) return undefined;
    const { onInvalid, onUnknownField, maxAgeMs, ignoreOlder = false } = json;
    if (onInvalid !== 'fail' && onInvalid !== 'drop') return undefined;
    if (onUnknownField !== 'hold' && onUnknownField !== 'drop') return undefined;
    if (typeof maxAgeMs !== 'number' || typeof ignoreOlder !== 'boolean') return undefined;
    return { onInvalid, onUnknownField, maxAgeMs, ignoreOlder };
  },
]);

function isCall(json: unknown): json is Call {
  if (!isRecord(json)) return false;
  const { additionalFields, customerStatus } = json;
  if (!Array.isArray(additionalFields) || !additionalFields.every(isField)) return false;
  if (!isOptional(customerStatus, isValue)) return false;
  switch (json.operation) {
    case 'updateCustomer':
      return (
        isValue(json.id) &&
        isOptional(json.note, isChange) &&
        isOptional(json.person, isNamedPerson) &&
        isOptional(json.unnamed, isUnnamedPerson)
      );
    case 'persistCustomerData':
      return (
        isValue(json.appointmentId) &&
        isOptional(json.appointmentParticipantId, isValue) &&
        isCustomer(json.customer) &&
        isValues(json.consents) &&
        isOptional(json.customerComment, isValue)
      );
    default:
      return false;
  }
}

function isCustomer(json: unknown): json is BookingCustomer {
  return isRecord(json) && (isValue(json.number) || isValues(json.details));
}

function isValues(json: unknown): boolean {
  return isRecord(json) && Object.values(json).every(isValue);
}

function isField(json: unknown): json is AdditionalField {
  return isRecord(json) && isText(json.key) && isChange(json.change) && isOptional(json.header, isText);
}

function isChange(json: unknown): json is Change {
  return isRecord(json) && (isValue(json.set) || json.clear === true);
}

function isValue(json: unknown): json is Value {
  return isRecord(json) && isText(json.text) && (json.origin === 'data' || json.origin === 'mapping');
}

function isNamedPerson(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { name, at, others, emails, phones, own, texts } = json;
  const areLists = [others, emails, phones, texts].every(each => isOptional(each, isTexts));
  return isText(name) && isText(at) && areLists && isOptional(own, isOwnData);
}

function isOwnData(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { emails, mobiles, phones, birthdays, genders } = json;
  return [emails, mobiles, phones, birthdays, genders].every(each => isOptional(each, isTexts));
}

function isUnnamedPerson(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { emails, phones, names, texts } = json;
  return isTexts(texts) && [emails, phones, names].every(each => Array.isArray(each) && each.every(isPlaced));
}

function isPlaced(json: unknown): boolean {
  return isRecord(json) && isText(json.text) && isText(json.at);
}
