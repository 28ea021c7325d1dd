import { namesBirthday } from '../../../inbox/named-person.ts';
import type { Mapping } from '../../mapping.ts';
import type { MappingInput } from '../evaluation.ts';
import { isRead, readForOthers } from './elsewhere.ts';
import { type Around, type EventText, entriesOfAnswers, isAnyObject, ownObjects } from './event-texts.ts';
import { isOwnEmail, isOwnPhone, sendersDomains } from './own-addresses.ts';

/** E-mail addresses, phone numbers and birthdays of an event. */
export interface Contacts {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly birthdays: readonly string[];
}

/**
 * Returns the e-mail addresses, phone numbers and birthdays that may be those of the person whom an event names, whatever their keys are:
 * in lists of addresses, under numbers, in answers. Those of parents, employees and companies are left out.
 */
export function ownContacts(
  mapping: Mapping,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  around: Around,
  texts: readonly string[],
): Contacts {
  const entries = [
    ...(isAnyObject(payload) ? ownObjects(payload, [], around) : []),
    ...(answers ? [entriesOfAnswers(answers)] : []),
  ].flat();
  const known = { sample: none, read: readForOthers(mapping), senders: sendersDomains(texts) };
  const own = entries.filter(entry => !isRead(entry, known.read));
  return {
    emails: distinct(own.filter(entry => isOwnEmail(entry, known))),
    phones: distinct(own.filter(entry => isOwnPhone(entry, known))),
    birthdays: distinct(own.filter(({ key }) => namesBirthday(key))),
  };
}

/** The person of a sample may be that of the event. */
const none: ReadonlySet<string> = new Set();

function distinct(entries: readonly EventText[]): readonly string[] {
  return [...new Set(entries.map(({ text }) => text))].slice(0, mostContacts);
}

const mostContacts = 20;
