import type { Operation } from '../inbox/call.ts';
import type { ParameterName } from './mapping.ts';

/** The properties of an API parameter that a mapping needs. */
export interface Parameter {
  /** The call cannot leave without it (API document 4.1 "Required", 4.2). */
  readonly needed?: true;
  /** Sent empty it deletes what is there (API document 4.2); elsewhere an empty text means nothing. */
  readonly clearable?: true;
  /** True for a person's consent: a literal needs `because`. */
  readonly consent?: true;
  /** It is `true` or `false` as text. */
  readonly boolean?: true;
  /** The API ignores it where a customer number is given (API document 4.1 rule 2). */
  readonly detail?: true;
  /** It decides whose data or appointment it is, so a bad value is never just left out. */
  readonly identity?: true;
  /** It decides which account gets the call. */
  readonly decides?: true;
  /** It is one of the names that the account or the API has, so a word in its place is likely a literal. */
  readonly name?: true;
  /** The account has names for it, of which one is meant, or several: `as: choice` and `as: choices` find them. */
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

/** The parameters of each operation but the token and the additional fields (API document 4.1, 4.2). */
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

/** The known facts about a parameter of an operation; undefined where the operation does not have it. */
export function parameterOf(operation: Operation, name: string): Parameter | undefined {
  const known: Readonly<Record<string, Parameter | undefined>> = parameters[operation];
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** Returns the reason why a bad value of a parameter is never left out, in words; undefined if it may be. */
export function whyKept({ needed, identity, consent, decides }: Parameter): string | undefined {
  if (consent && needed) return 'no booking can be made without this consent';
  if (consent) return undefined;
  if (decides) return 'it decides which account gets the call';
  if (needed || identity) return 'it decides whose data or which appointment it is';
  return undefined;
}

/** True if a parameter decides whose data or which appointment it is. */
export function decidesWho({ needed, identity, consent }: Parameter): boolean {
  return consent !== true && (needed === true || identity === true);
}

/** The names of those that do. */
export const whoParameters = namesOf(decidesWho);

/** The names of those that take one value: a note and a remark are texts of any kind, all others name one thing. */
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
