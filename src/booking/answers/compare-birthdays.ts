import { namesBirthday } from '../../inbox/named-person.ts';
import { type AnswerObject, asObject, field, textField } from './answer-body.ts';

/** A day in one of its readings; the days since 1970 find days next to each other. */
interface Day {
  readonly parts: readonly [year: number, month: number, day: number];
  readonly number: number;
}

/** `near`: at least the year, the month or the day agrees, as after the correction of a mistake. */
export type BirthdayAgreement = 'same' | 'near' | 'other' | 'unknown';

/** Compares the birthdays of an event with the one that the customer had before the update. */
export function compareBirthdays(birthdays: readonly string[], customer: AnswerObject): BirthdayAgreement {
  const before = daysOf(birthdayBefore(customer) ?? '');
  const own = birthdays.flatMap(daysOf);
  if (before.length === 0 || own.length === 0) return 'unknown';
  if ([...before, ...own].some(({ parts: [, month, day] }) => month === 1 && day === 1)) return 'unknown';
  const pairs = own.flatMap(one => before.map(other => [one, other] as const));
  // A moment may be the evening before, in another time zone.
  if (pairs.some(([one, other]) => Math.abs(one.number - other.number) <= 1)) return 'same';
  return pairs.some(([one, other]) => one.parts.some((part, at) => part === other.parts[at]))
    ? 'near'
    : 'other';
}

/** The value of the birthday in the response is that after the update; the change has the one before. */
function birthdayBefore(customer: AnswerObject): string | undefined {
  const fields = listOf(customer, 'additionalFields').filter(each =>
    namesBirthday(textField(each, 'key') ?? ''),
  );
  const [own, ...more] = fields;
  const now = textField(own, 'value');
  // Which of several birthdays is that of the customer is not known.
  if (now === undefined || more.length > 0) return undefined;
  const [change, ...others] = listOf(customer, 'changes').filter(each =>
    areSameDay(textField(each, 'newValue') ?? '', now),
  );
  if (others.length > 0) return undefined;
  return change ? textField(change, 'originalValue') : now;
}

function listOf(customer: AnswerObject, name: string): readonly (AnswerObject | undefined)[] {
  const list = field(customer, name);
  return Array.isArray(list) ? list.slice(0, mostEntries).map(asObject) : [];
}

const mostEntries = 1_000;

function areSameDay(one: string, other: string): boolean {
  const days = daysOf(other);
  return daysOf(one).some(({ number }) => days.some(each => each.number === number));
}

/** Returns the readings of a date: two where day and month may be swapped, none for another text. */
function daysOf(text: string): readonly Day[] {
  const iso = /^\s*(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const local = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/.exec(text);
  if (!local) return [];
  const [, one, separator, other, year] = local;
  const usual = dayOf(year, other, one);
  return separator === '.' || one === other ? usual : [...usual, ...dayOf(year, one, other)];
}

function dayOf(...texts: readonly (string | undefined)[]): readonly Day[] {
  const [year = 0, month = 0, day = 0] = texts.map(Number);
  const isPossible = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isPossible
    ? [{ parts: [year, month, day], number: Date.UTC(year, month - 1, day) / 86_400_000 }]
    : [];
}
