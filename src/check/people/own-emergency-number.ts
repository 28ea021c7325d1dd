import { areSameMobiles } from '../../booking/answers/person-addresses.ts';
import type { CatalogSnapshot, FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { whyNoMobile } from '../../expressions/convert/phone-kind.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { AdditionalField, Call } from '../../inbox/call.ts';
import { namesEmergency } from '../../inbox/named-person.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { ownKindOf, personKeyOf } from '../../mapping/evaluate/person/person-keys.ts';
import { answersByName } from '../../mapping/evaluate/question-entries.ts';
import { shortTextOf } from '../../mapping/evaluate/short-text.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { findField } from '../call/field-key.ts';
import { isForPhone } from '../call/texts/phone-field.ts';
import { fieldTitle } from '../fault.ts';
import { childSubject, guardianSubject, ownersNamed } from '../names/other-subject.ts';
import { allNamesOf, fieldPath } from '../rule-reading.ts';
import { reasonForOwnNumber } from './reason-for-own-number.ts';

/**
 * Warns about a number for emergencies that is the customer's own one: nobody else is reached by it, and two rules or columns
 * are probably exchanged. `because` confirms it if a sample shows it. No warning in an account or an event of children, whose parents may have both. `catalog`: null for an
 * unknown account, in which the keyNames count.
 */
export function ownEmergencyNumbers(
  mapping: Mapping,
  catalog: CatalogSnapshot | null,
  input: Pick<MappingInput, 'payload' | 'answers'>,
  call: Call,
): readonly Diagnostic[] {
  return comparedEmergencyNumbers(mapping, catalog ?? noFields, () => input, call).flatMap(
    ({ key, field, same }) => {
      if (!same) return [];
      const title = field ? fieldTitle(field) : key;
      const message = `${key}: the number for emergencies (${title}) is the customer's own one, as ${same} has it`;
      const hint =
        'see whether the two rules, or the headings of the two columns of a list, are exchanged; if such numbers are right, add because: with the reason, and keep the event as a test (fieldbridge capture)';
      return [diagnostic('check/own-emergency-number', message, { hint, path: `${fieldPath}${key}` })];
    },
  );
}

type Fields = Pick<CatalogSnapshot, 'fields'>;

const noFields: Fields = { fields: [] };

/** A number for emergencies in a call. */
interface ComparedNumber extends EmergencyNumber {
  /** The place of the customer's own number in the event or the call, if it is the same. */
  readonly same: string | undefined;
  /** True if there is any own number. */
  readonly isCompared: boolean;
}

/** Compares the numbers for emergencies in a call with the customer's own numbers in the event and in the call. */
export function comparedEmergencyNumbers(
  mapping: Mapping,
  catalog: Fields,
  input: () => Pick<MappingInput, 'payload' | 'answers'>,
  call: Call,
): readonly ComparedNumber[] {
  const all = emergencyNumbers(mapping, catalog, call);
  if (all.length === 0) return [];
  const { payload, answers } = input();
  const sent = all.filter(({ rule }) => reasonForOwnNumber(mapping, rule, answers) !== 'shown');
  if (sent.length === 0) return [];
  const named = answers && answersByName(answers);
  if ([payload, named].some(namesFamily)) return [];
  const numbers = [
    ...numbersSent(call, catalog),
    ...numbersIn(payload, []),
    ...numbersIn(named, ['$answers']),
  ];
  // A family shares its landline, so a number under a key for any phone must be one of a mobile phone.
  const own = numbers.filter(({ text, isForMobile }) => isForMobile || isMobileNumber(text));
  return sent.map(each => ({
    ...each,
    same: own.find(({ text }) => areSameMobiles(text, each.text))?.at,
    isCompared: own.length > 0,
  }));
}

/** Returns a call whose numbers for emergencies are marked, so that they are compared with the customer in the response. */
export function withEmergencyNumbers(
  mapping: Mapping,
  catalog: CatalogSnapshot | null,
  call: Call,
  answers: MappingInput['answers'],
): Call {
  const isCompared = ({ rule }: EmergencyNumber) => {
    const reason = reasonForOwnNumber(mapping, rule, answers);
    return reason === undefined || reason === 'contradicted';
  };
  const numbers = emergencyNumbers(mapping, catalog ?? noFields, call);
  const sent = new Set(numbers.filter(isCompared).map(({ key }) => key));
  if (sent.size === 0) return call;
  const additionalFields = call.additionalFields.map(
    (each): AdditionalField => (sent.has(each.key) ? { ...each, isForEmergencies: true } : each),
  );
  return { ...call, additionalFields };
}

interface EmergencyNumber {
  readonly key: string;
  readonly text: string;
  readonly field: FieldConfiguration | undefined;
  readonly rule: Rule;
}

/** Returns the numbers for emergencies in a call. */
function emergencyNumbers(
  mapping: Mapping,
  catalog: Fields,
  call: Pick<Call, 'additionalFields'>,
): readonly EmergencyNumber[] {
  const keys = emergencyKeys(mapping)(catalog);
  if (keys.size === 0) return [];
  return call.additionalFields.flatMap(({ key, change }) => {
    const rule = keys.get(key);
    if (!rule || !('set' in change)) return [];
    const { text } = change.set;
    return isNumber.test(text) ? [{ key, text, field: findField(key, catalog), rule }] : [];
  });
}

/** Every event passes here. */
const emergencyKeys = onceFor((mapping: Mapping) =>
  onceFor((catalog: Fields): ReadonlyMap<string, Rule> => {
    const isFamily = catalog.fields.some(field => isOfFamily(allNamesOf(field)));
    if (isFamily) return new Map();
    return new Map(
      mapping.additionalFields.flatMap(({ key, rule }) => {
        const field = findField(key, catalog);
        const names = field ? allNamesOf(field) : [key];
        return names.some(namesEmergency) ? [[key, rule] as const] : [];
      }),
    );
  }),
);

const isNumber = /^\s*[+0(]?[\d\s()./\-–]{6,30}$/;

function isOfFamily(names: readonly string[]): boolean {
  return (ownersNamed(names) & (childSubject | guardianSubject)) !== 0;
}

interface OwnNumber {
  readonly text: string;
  /** True if its key is for a mobile number. */
  readonly isForMobile: boolean;
  /** Its place, for a message. */
  readonly at: string;
}

/** Returns the customer's own numbers among the fields of a call. */
function numbersSent({ additionalFields }: Call, catalog: Fields): readonly OwnNumber[] {
  return additionalFields.flatMap(({ key, change }) => {
    const field = findField(key, catalog);
    const names = field ? allNamesOf(field) : [];
    const isOwn = field && isForPhone(field) && names.every(isOwnName);
    if (!isOwn || !('set' in change)) return [];
    const isForMobile = names.some(name => ownKindOf(name) === 'mobile');
    return [{ text: change.set.text, at: `${fieldPath}${key}`, isForMobile }];
  });
}

function isOwnName(name: string): boolean {
  return ownersNamed([name]) === 0 && !namesEmergency(name) && !ofHelpers.test(spellings(name)[0] ?? '');
}

/** Words for those who care for the customer or the animal. */
const ofHelpers =
  /\b(?:vet|veterinarian|tierarzt|tierarztin|hausarzt|arzt|arztin|doctor|physician|praxis|clinic|klinik|handler|trainer|betreuer|betreuerin|sitter)\b/;

/** Returns the customer's own numbers in an event: under a key for a number, and in the objects that have the customer's data. */
function numbersIn(object: unknown, steps: readonly string[]): readonly OwnNumber[] {
  if (!isPlainObject(object) || steps.length > deepest) return [];
  return Object.keys(object)
    .slice(0, mostKeys)
    .filter(isOwnName)
    .flatMap((key): readonly OwnNumber[] => {
      const value: unknown = ownValue(object, key);
      const kind = personKeyOf(key);
      if (isPlainObject(value) && (kind === 'person' || kind === 'holder'))
        return numbersIn(value, [...steps, key]);
      const text = shortTextOf(value);
      if (kind !== 'phone' || !isNumber.test(text)) return [];
      return [{ text, at: visibleText(pathText([...steps, key])), isForMobile: ownKindOf(key) === 'mobile' }];
    });
}

/** True for a mobile number, as far as its form shows it: with a country code, or a German one. */
function isMobileNumber(text: string): boolean {
  const plain = text.trim().replace(/^00/, '+');
  return plain.startsWith('+') ? whyNoMobile(plain) === undefined : /^0\s?1[\s/-]?[5-7]/.test(plain);
}

/** True if a key of an event is about a child or a parent. */
function namesFamily(object: unknown): boolean {
  return (
    isPlainObject(object) &&
    Object.keys(object)
      .slice(0, mostKeys)
      .some(key => isOfFamily([key]))
  );
}

const deepest = 4;
const mostKeys = 200;
