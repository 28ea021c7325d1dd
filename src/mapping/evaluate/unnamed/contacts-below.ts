import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isOfElse } from '../../../inbox/keys-of-others.ts';
import { namesBirthday } from '../../../inbox/named-person.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { pairsIn } from '../person/names-in-pairs.ts';
import { personKeyOf } from '../person/person-keys.ts';
import { shortTextOf } from '../short-text.ts';
import type { Around, EventText } from './event-texts.ts';

/**
 * Returns the e-mail addresses and phone numbers of the person in a list or an object of them: `emails: [{"label": "home", "value": …}]`,
 * `phone: {"area": …, "number": …}`, and in a list of labels and values, there also the birthday.
 */
export function contactsBelow(
  value: object,
  steps: readonly string[],
  { readsPairs }: Pick<Around, 'readsPairs'>,
): readonly EventText[] {
  const key = steps.at(-1) ?? '';
  if (isOfElse(key)) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostItems) : [value];
  if (isContactKey(key)) return items.flatMap(item => contactsIn(item, key, steps));
  if (!Array.isArray(value) || !readsPairs) return [];
  return pairsIn(items, steps).flatMap(({ label, text, valueKey }) =>
    mayBeContact.test(text) || (text !== '' && namesBirthday(label))
      ? [{ steps: [...steps, valueKey], key: label, text }]
      : [],
  );
}

/** True for the key of an address or of several: `emails`, `phone_numbers`. */
const isContactKey = onceForText((key: string): boolean => {
  const kind = personKeyOf(key) ?? personKeyOf(key.replace(/(?:es|s|n)$/i, ''));
  return kind === 'email' || kind === 'phone';
});

function contactsIn(item: unknown, key: string, steps: readonly string[]): readonly EventText[] {
  if (typeof item === 'string') return mayBeContact.test(item) ? [{ steps, key, text: item.trim() }] : [];
  if (!isPlainObject(item)) return [];
  const texts = Object.keys(item)
    .slice(0, mostItems)
    .map(name => ({ name, text: shortTextOf(ownValue(item, name)) }));
  const labels = texts.filter(({ name }) => labelled.has(name.toLowerCase())).map(({ text }) => text);
  if (labels.some(label => isOfElse(label) || /fax/i.test(label))) return [];
  const parts = texts.filter(({ name, text }) => text !== '' && !isOfElse(name));
  const whole = parts.filter(({ text }) => mayBeContact.test(text));
  const digits = parts.map(({ text }) => text).filter(text => /^[+(]?\d[\d ()/.-]*$/.test(text));
  const ordered = digits.toSorted((one, other) => Number(isCode(other)) - Number(isCode(one)));
  return [
    ...whole.map(({ name, text }) => ({ steps: [...steps, name], key, text, names: labels })),
    // `{"area": "0151", "phone": "2345678"}`, `{"number": "1512345678", "code": "+49"}`
    ...(digits.length === 2 ? [{ steps, key, text: ordered.join(' '), names: labels }] : []),
  ];
}

function isCode(text: string): boolean {
  return /^\+\d{1,3}$/.test(text);
}

const labelled: ReadonlySet<string> = new Set(
  'label title name type kind relation category key description'.split(' '),
);
const mayBeContact = /@|^\s*[+0(][\d\s()./–-]{6,}$/;
const mostItems = 200;
