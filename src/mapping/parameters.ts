import type { Operation } from '../inbox/call.ts';
import type { ParameterName } from './mapping.ts';

/** The properties of an API parameter that a mapping needs. */
export interface Parameter {
  /** The call needs it (API document 4.1 "Required", 4.2). */
  readonly needed?: true;
  /** An empty text deletes its value (API document 4.2). For other parameters, it has no effect. */
  readonly clearable?: true;
  /** True for a person's consent: a literal needs `because`. */
  readonly consent?: true;
  /** The value is `true` or `false` as text. */
  readonly boolean?: true;
  /** The API ignores it if there is a customer number (API document 4.1 rule 2). */
  readonly detail?: true;
  /** It identifies the person or the appointment, so a bad value is never left out. */
  readonly identity?: true;
  /** It determines the account for the call. */
  readonly decides?: true;
  /** Its value is a name that the account or the API defines, so a word there is probably a literal. */
  readonly name?: true;
  /** The account has one or several names to choose from: `as: choice` and `as: choices` find them. */
  readonly choice?: 'one' | 'several';
  readonly description: string;
}

const customerStatus: Parameter = {
  name: true,
  choice: 'one',
  description: 'Name of a customer status, exactly as it is written in the settings of the account.',
};

const detail = (description: string): Parameter => ({
  detail: true,
  description: `${description} Only without customerId.`,
});

const consent = (description: string): Parameter => ({
  consent: true,
  boolean: true,
  description,
});

/** The parameters of each operation except the token and the additional fields (API document 4.1, 4.2). */
export const parameters: {
  readonly [operation in Operation]: Readonly<Partial<Record<ParameterName, Parameter>>>;
} = {
  updateCustomer: {
    id: { needed: true, description: 'Customer number of the customer to change.' },
    note: { clearable: true, description: 'Internal note.' },
    customerStatus,
  },
  persistCustomerData: {
    appointmentId: { needed: true, description: 'Appointment identifier from the start of the booking.' },
    appointmentParticipantId: {
      identity: true,
      description: 'Participant identifier from the start of the booking.',
    },
    customerId: { identity: true, description: 'Number of an existing customer.' },
    customerStatus,
    genderType: { name: true, ...detail('MALE, FEMALE, DIVERSE, UNKNOWN or KID.') },
    firstName: detail('First name.'),
    name: detail('Last name.'),
    email: detail('E-mail address.'),
    mobile: detail('Mobile number.'),
    phone: detail('Landline number.'),
    privacy: { ...consent('Consent to the privacy policy.'), needed: true },
    terms: { ...consent('Consent to the terms and conditions.'), needed: true },
    minAge: { ...consent('Confirmation of the minimum age.'), needed: true },
    rightOfWithdrawal: consent('Consent to the right of withdrawal.'),
    marketing: consent("The customer's marketing consent."),
    hasMarketingBox: { boolean: true, description: 'The marketing question was shown in the form.' },
    'appointmentParticipant.customerComment': { description: "The customer's remark on the appointment." },
  },
};

/** The names of an operation's parameters, in the order of the API document. */
export function parameterNames(operation: Operation): readonly ParameterName[] {
  return Object.keys(parameters[operation]) as ParameterName[];
}

/** Returns the properties of a parameter of an operation; undefined if the operation does not have it. */
export function parameterOf(operation: Operation, name: string): Parameter | undefined {
  const known: Readonly<Record<string, Parameter | undefined>> = parameters[operation];
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** Returns the reason why a bad value of a parameter is never left out, in words; undefined if it may be. */
export function whyNeverDropped({ needed, identity, consent, decides }: Parameter): string | undefined {
  if (consent && needed) return 'no booking can be made without this consent';
  if (consent) return undefined;
  if (decides) return 'it decides which account gets the call';
  if (needed || identity) return 'it decides whose data or which appointment it is';
  return undefined;
}

/** True if a parameter identifies the person or the appointment. */
export function identifiesSubject({ needed, identity, consent }: Parameter): boolean {
  return consent !== true && (needed === true || identity === true);
}

/** The names of the parameters that do. */
export const identifyingParameters = namesOf(identifiesSubject);

/** The parameters that take a single value: all but note and remark, which are free texts. */
export const singleParameters = namesOf(
  ({ needed, identity, detail, consent, name }) =>
    needed === true || identity === true || detail === true || consent === true || name === true,
);

/** The names of the parameters for the name of a person. */
export const personNames: ReadonlySet<string> = new Set(['firstName', 'name']);

/** The names of the consents. */
export const consentParameters = namesOf(({ consent }) => consent === true);

function namesOf(isOne: (parameter: Parameter) => boolean): ReadonlySet<string> {
  return new Set(
    Object.values(parameters).flatMap(each =>
      Object.entries(each).flatMap(([name, parameter]) => (isOne(parameter) ? [name] : [])),
    ),
  );
}
