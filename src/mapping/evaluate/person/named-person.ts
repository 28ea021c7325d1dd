import { isOfAnimal, thirdPartyOf } from '../../../inbox/keys-of-others.ts';
import type { NamedPerson } from '../../../inbox/named-person.ts';
import type { Mapping } from '../../mapping.ts';
import type { MappingInput } from '../evaluation.ts';
import { answersByName, namesOfQuestions } from '../question-entries.ts';
import { allTexts, isAnyObject, type LeavesOut } from '../unnamed/event-texts.ts';
import { type Contacts, ownContacts } from '../unnamed/own-contacts.ts';
import { holdersOf, isHolderAt } from './holders-of.ts';
import { collectPeople, mostValues, type PeopleFound } from './people-found.ts';
import { payerIn, wholeNamesIn } from './whole-names.ts';

/**
 * Returns the person whom an event of an update names by a first and a last name, with all other names and addresses
 * in the event. Undefined if it names nobody for certain, or if the rule for `id` gives a reason.
 */
export function namedPerson(mapping: Mapping, input: MappingInput): NamedPerson | undefined {
  const own = holdersOf(mapping);
  if (!own) return undefined;
  const { payload } = input;
  const answers = input.answers && answersByName(input.answers);
  const parts = { payload, answers };
  const named = wholeNamesIn(parts, own);
  const payer = named.length === 0 ? payerIn(payload) : undefined;
  const holders = payer ? new Set([...own, ...payer]) : own;
  const [first, ...more] = payer ? wholeNamesIn(parts, holders) : named;
  // Most events name nobody, so the rest of them is not searched.
  if (!first) return undefined;
  const { isBesideNumber, ...person } = first;
  const isLeftOut = isBesideNumber && !payer ? leftOutBeside(person.name, holders) : undefined;
  const found: PeopleFound = {
    others: new Set(more.map(({ name }) => name)),
    emails: new Set(),
    phones: new Set(),
    own: { emails: new Set(), mobiles: new Set(), birthdays: new Set(), genders: new Set() },
    looked: 0,
  };
  const asked = namesOfQuestions(input.answers);
  for (const each of [payload, answers])
    if (isAnyObject(each))
      collectPeople(
        each,
        { steps: [], isName: false, isListed: false, isOwn: true, holders, asked, isLeftOut },
        found,
      );
  const { emails, phones, looked } = found;
  const texts = allTexts([payload, input.answers], asked, isLeftOut) ?? [];
  const contacts = ownContacts(mapping, input, { holders, readsPairs: !answers }, texts);
  const others = [...found.others].filter(each => !person.name.includes(each));
  const isTooMuch = others.length > mostNames || emails.size > mostAddresses || phones.size > mostAddresses;
  if (isTooMuch || looked > mostValues) return undefined;
  return {
    ...person,
    ...(payer && { isPayer: true }),
    ...(others.length > 0 && { others }),
    ...(emails.size > 0 && { emails: [...emails] }),
    ...(phones.size > 0 && { phones: [...phones] }),
    ...ownData(found.own, contacts),
    ...textsOfNames(texts),
  };
}

/**
 * Returns the decision whether a value belongs to somebody else by its key, if the person is named beside the customer number: an owner
 * or an agent is not that customer. The owner of an animal is, and a couple of one last name may have one number.
 */
function leftOutBeside(name: string, holders: ReadonlySet<string>): LeavesOut {
  const isAnimal = [...holders].some(isOfAnimal);
  const own = new Set(wordsOf(name));
  return (key, steps, value) => {
    const kind = thirdPartyOf(key);
    if (kind === undefined || (kind === 'owner' && isAnimal)) return false;
    if (
      kind === 'partner' &&
      (allTexts([value], new Set()) ?? []).flatMap(wordsOf).some(word => own.has(word))
    )
      return false;
    return !isHolderAt(holders, [...steps, key]);
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}

/** Returns the texts that may be the first name of the customer: of a child, in any answer. */
function textsOfNames(texts: readonly string[]): Pick<NamedPerson, 'texts'> {
  const names = texts.filter(text => /\p{L}{2}/u.test(text) && !/[@/]/.test(text));
  return names.length === 0 ? {} : { texts: names };
}

function ownData(
  { emails: known, mobiles, birthdays: born, genders }: PeopleFound['own'],
  contacts: Contacts,
): Pick<NamedPerson, 'own'> {
  const emails = new Set([...known, ...contacts.emails]);
  const birthdays = new Set([...born, ...contacts.birthdays]);
  const phones = contacts.phones.filter(phone => !mobiles.has(phone));
  const own = {
    ...(emails.size > 0 && { emails: [...emails] }),
    ...(mobiles.size > 0 && { mobiles: [...mobiles] }),
    ...(phones.length > 0 && { phones }),
    ...(birthdays.size > 0 && { birthdays: [...birthdays] }),
    ...(genders.size > 0 && { genders: [...genders] }),
  };
  return Object.keys(own).length > 0 ? { own } : {};
}

/** An event with the names and addresses of more people is not about one person. */
const mostNames = 200;
const mostAddresses = 40;
