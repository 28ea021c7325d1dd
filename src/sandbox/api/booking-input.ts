import { type GenderType, genderTypes, type PersonDetails } from '../salon/account.ts';
import { type ApiRequest, parameter } from './read-request.ts';

/** Reads the master data of a booking without customerId (API document 4.1), with trimmed texts. */
export function readPerson(
  request: ApiRequest,
): PersonDetails & { readonly genderType: GenderType; readonly phone: string } {
  const genderType = text(request, 'genderType');
  return {
    firstName: text(request, 'firstName'),
    lastName: text(request, 'name'),
    email: text(request, 'email'),
    mobile: text(request, 'mobile'),
    phone: text(request, 'phone'),
    genderType: isGenderType(genderType) ? genderType : 'UNKNOWN',
  };
}

/** The three consents that must be given (API document 4.1); a consent is the text `true`. */
export function missingConsents(request: ApiRequest): Record<string, string> {
  const missing = ['privacy', 'terms', 'minAge'].filter(name => text(request, name).toLowerCase() !== 'true');
  return Object.fromEntries(missing.map(name => [name, 'must be accepted']));
}

/** Returns the faults of the master data, by parameter. The document does not name the mandatory ones. */
export function faultyPerson(request: ApiRequest): Record<string, string> {
  const errors: Record<string, string> = {};
  if (text(request, 'name') === '') errors.name = 'is required';
  const email = text(request, 'email');
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) errors.email = 'is not an e-mail address';
  const genderType = text(request, 'genderType');
  if (genderType !== '' && !isGenderType(genderType)) {
    errors.genderType = `must be one of ${genderTypes.join(', ')}`;
  }
  return errors;
}

/** Returns the consents as they were sent, by parameter name. */
export function readConsents(request: ApiRequest): Record<string, string> {
  const consents: Record<string, string> = {};
  for (const name of ['privacy', 'terms', 'minAge', 'rightOfWithdrawal', 'marketing', 'hasMarketingBox']) {
    const value = parameter(request, name);
    if (value !== null) consents[name] = value;
  }
  return consents;
}

function text(request: ApiRequest, name: string): string {
  return parameter(request, name)?.trim() ?? '';
}

function isGenderType(value: string): value is GenderType {
  return (genderTypes as readonly string[]).includes(value);
}
