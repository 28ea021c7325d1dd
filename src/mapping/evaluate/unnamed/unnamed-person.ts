import { comparedEmail } from '../../../booking/answers/person-addresses.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import type { UpdateCustomer } from '../../../inbox/call.ts';
import { ownDigits } from '../../../inbox/finding/phone-number.ts';
import { birthdaysSent, type PlacedText, type UnnamedPerson } from '../../../inbox/named-person.ts';
import type { Mapping } from '../../mapping.ts';
import type { MappingInput } from '../evaluation.ts';
import { holdersOf } from '../person/holders-of.ts';
import { namesOfQuestions } from '../question-entries.ts';
import { readAsValues, sampleTexts } from './elsewhere.ts';
import { allTexts, type EventText, entriesOfAnswers, isAnyObject, ownObjects } from './event-texts.ts';
import { namesInTexts } from './names-in-texts.ts';
import { isOwnEmail, isOwnPhone, sendersDomains } from './own-addresses.ts';

/**
 * Returns the texts of an event of an update that can be compared with a customer although no key of the event is known
 * to mean a name. Undefined if it has no e-mail address of one person, or if nothing else could differ.
 */
export function unnamedPerson(
  mapping: Mapping,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  call: UpdateCustomer,
): UnnamedPerson | undefined {
  const holders = holdersOf(mapping);
  if (!holders) return undefined;
  const objects = [
    ...(isAnyObject(payload) ? ownObjects(payload, [], { holders, readsPairs: !answers }) : []),
    ...(answers ? [entriesOfAnswers(answers)] : []),
  ];
  // Most events without a name have no address either, so the rest of them is not searched.
  if (!objects.some(entries => entries.some(({ text }) => text.includes('@')))) return undefined;
  const texts = allTexts([payload, answers], namesOfQuestions(answers));
  if (!texts) return undefined;
  const known = { sample: sampleTexts(mapping), read: readAsValues(mapping), senders: sendersDomains(texts) };
  const all = objects.flat();
  const mayBeEmails = all.filter(({ text }) => text.includes('@'));
  const emails = distinct(mayBeEmails.filter(entry => isOwnEmail(entry, known)).map(placed), comparedEmail);
  if (emails.length === 0) return undefined;
  const phones = distinct(all.filter(entry => isOwnPhone(entry, known)).map(placed), ownDigitsOf);
  // Which of several addresses belongs to a name is not known.
  const [email, ...others] = emails;
  const names = email && others.length === 0 ? objects.flatMap(each => namesInTexts(each, email, known)) : [];
  if (names.length === 0 && phones.length === 0 && birthdaysSent(call).length === 0) return undefined;
  return {
    emails,
    phones,
    names: distinct(names, text => text.toLowerCase()),
    texts,
  };
}

function placed({ text, steps }: EventText): PlacedText {
  return { text, at: pathText(steps) };
}

/** Form senders list an answer twice: by its key in the payload, and as an answer. */
function distinct(found: readonly PlacedText[], compared: (text: string) => string): readonly PlacedText[] {
  return [...Map.groupBy(found, ({ text }) => compared(text)).values()].flatMap(([first]) => first ?? []);
}

function ownDigitsOf(text: string): string {
  return ownDigits(text) ?? '';
}
