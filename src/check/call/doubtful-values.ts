import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { statusKnowledge } from '../../booking/catalog/status-knowledge.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { whyNoMobile } from '../../expressions/convert/phone-kind.ts';
import { type Call, consentNames, type DetailName, detailNames, type Value } from '../../inbox/call.ts';
import { quoted } from '../fault.ts';
import type { CallChecking } from './call-checking.ts';
import { findField, holdsSeveral } from './field-key.ts';
import { isSurname } from './texts/surname.ts';

/** Returns the doubts about values of a call that apply to any account. */
export function doubtsOfCall(call: Call): readonly Diagnostic[] {
  const ofValues = [
    ...plainValues(call),
    ...call.additionalFields.flatMap(({ change }) => ('set' in change ? change.set : [])),
  ].flatMap(({ doubts }) => (doubts ?? []).filter(each => !isOneOfSeveral(each)));
  return [...ofValues, ...twiceNamed(call), ...noMobile(call)];
}

/** Returns the doubt about a mobile number that is a landline number. */
function noMobile(call: Call): readonly Diagnostic[] {
  if (call.operation !== 'persistCustomerData' || !('details' in call.customer)) return [];
  const { mobile } = call.customer.details;
  // A damaged number is reported separately.
  const why = mobile && (mobile.doubts ?? []).length === 0 ? whyNoMobile(mobile.text) : undefined;
  if (why === undefined) return [];
  const message = `mobile: ${quoted(mobile?.text ?? '')} ${why}; it is sent unchanged`;
  const hint = 'send it as phone, or have the form ask for both numbers';
  return [diagnostic('check/landline-number', message, { hint, path: 'mobile' })];
}

/** Returns the doubt about a name that contains the other name, which is also sent. */
function twiceNamed(call: Call): readonly Diagnostic[] {
  if (call.operation !== 'persistCustomerData' || !('details' in call.customer)) return [];
  const { firstName, name } = call.customer.details;
  if (!firstName || !name) return [];
  if (hasName(name.text, firstName.text)) {
    const message = `name: ${quoted(name.text)} has the first name ${quoted(firstName.text)} in it, which firstName sends as well`;
    const hint = 'read the last name alone: the account finds a customer by both names';
    return [diagnostic('mapping/not-a-name', message, { hint, path: 'name' })];
  }
  if (!hasName(firstName.text, name.text)) return [];
  const message = `firstName: ${quoted(firstName.text)} has the last name ${quoted(name.text)} in it, which name sends as well`;
  const hint = 'read the first name alone: the account finds a customer by both names';
  return [diagnostic('mapping/not-a-name', message, { hint, path: 'firstName' })];
}

function hasName(whole: string, first: string): boolean {
  const [name, part] = [whole, first].map(each => each.trim().toLowerCase());
  if (!name || !part || part.length < 2) return false;
  return name === part || name.startsWith(`${part} `) || name.endsWith(` ${part}`);
}

/** One value of several is right for a field that accepts only one. */
function isOneOfSeveral({ code }: Diagnostic): boolean {
  return code === 'mapping/one-of-several';
}

/** A choice for yes may be a value of the field, and the person has refused nevertheless. */
function isOfDenial({ code }: Diagnostic): boolean {
  return code === 'mapping/denied-consent';
}

/**
 * Does the same for a known account, whose fields settle some doubts: `none` may be a choice, and false is a
 * value of a checkbox. A value that is not a choice of such a field is refused anyway.
 */
export function unsettledDoubts(call: Call, { catalog, now }: CallChecking): readonly Diagnostic[] {
  const { customerStatus } = call;
  const isStatus = customerStatus && statusKnowledge(customerStatus.text, catalog, now) === 'known';
  const plain = plainValues(call).filter(each => each !== customerStatus || !isStatus);
  const fields = call.additionalFields.flatMap(({ key, change }) =>
    'set' in change ? unsettledOf(change.set, findField(key, catalog)) : [],
  );
  const ofPlain = plain.flatMap(({ doubts }) => doubts ?? []).filter(each => !isOneOfSeveral(each));
  return [...ofPlain, ...fields, ...twiceNamed(call), ...noMobile(call)];
}

function unsettledOf(
  { doubts: all = [] }: Value,
  field: FieldConfiguration | undefined,
): readonly Diagnostic[] {
  const ofSeveral = field && holdsSeveral(field) ? all.filter(isOneOfSeveral) : [];
  if ((field?.selectItems ?? []).length > 0) return [...ofSeveral, ...all.filter(isOfDenial)];
  const doubts = ofSeveral.length > 0 ? all : all.filter(each => !isOneOfSeveral(each));
  return field?.type === 'checkbox' ? doubts.filter(({ code }) => !ofBooleans.has(code)) : doubts;
}

/** Returns a consent without the doubts about a text. */
function withoutBooleans(value: Value): Value {
  return value.doubts
    ? { ...value, doubts: value.doubts.filter(({ code }) => !ofBooleans.has(code)) }
    : value;
}

/** Returns the values outside of additional fields, without identifiers, which are never doubtful. */
function plainValues(call: Call): readonly Value[] {
  const status = call.customerStatus ? [call.customerStatus] : [];
  if (call.operation === 'updateCustomer') {
    return [...(call.note && 'set' in call.note ? [call.note.set] : []), ...status];
  }
  const { customer, customerComment } = call;
  const consents = consentNames.flatMap(name => call.consents[name] ?? []).map(withoutBooleans);
  const details = 'details' in customer ? detailsOf(customer.details) : [];
  return [...details, ...consents, ...status, ...(customerComment ? [customerComment] : [])];
}

/** Returns the master data, where a surname is without the doubt that it means "empty". */
function detailsOf(details: Readonly<Partial<Record<DetailName, Value>>>): readonly Value[] {
  return detailNames.flatMap(key => {
    const value = details[key];
    if (key !== 'name' || !value?.doubts || !isSurname(details)) return value ?? [];
    return { ...value, doubts: value.doubts.filter(({ code }) => code !== 'mapping/placeholder-value') };
  });
}

/** A checkbox accepts true and false. */
const ofBooleans: ReadonlySet<string> = new Set(['mapping/false-as-text', 'mapping/condition-as-text']);
