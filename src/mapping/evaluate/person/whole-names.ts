import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { NamedPerson } from '../../../inbox/named-person.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../evaluation.ts';
import { hasFirstAndLast, type NameInParts, namesInParts } from '../question-entries.ts';
import { onlyEntry, shortTextOf } from '../short-text.ts';
import { isAnyObject } from '../unnamed/event-texts.ts';
import { isHolderAt } from './holders-of.ts';
import { nameInPairs } from './names-in-pairs.ts';
import { numberedNames } from './numbered-names.ts';
import { type PersonKey, personKeyOf } from './person-keys.ts';
import { plainName } from './plain-name.ts';

/** The name of a person, and its paths. */
interface WholeName extends Pick<NamedPerson, 'name' | 'at'> {
  /** True if the name is in the object that has the customer number. */
  readonly isBesideNumber: boolean;
}

/** Returns the whole names in an event and its answers. `holders`: the objects with the customer number. */
export function wholeNamesIn(
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  holders: ReadonlySet<string>,
): readonly WholeName[] {
  const top = { steps: [], isName: false };
  return [
    ...(isAnyObject(payload) ? wholeNames(payload, { ...top, readsPairs: !answers }, holders) : []),
    ...(answers ? wholeNames(answers, { ...top, steps: ['$answers'] }, holders) : []),
    ...(answers
      ? namesInParts(answers)
          .filter(({ name }) => mayBeName.test(name))
          .map(placedName)
      : []),
  ];
}

function placedName({ name, keys }: NameInParts): WholeName {
  return { name, at: keys.map(key => pathText(['$answers', key])).join(', '), isBesideNumber: false };
}

/** Returns the objects on the way to the billing address of an order: `["order"]` and `["order","billing"]`. */
export function payerIn(payload: unknown): readonly string[] | undefined {
  const isPayer = (key: string) => personKeyOf(key) === 'payer';
  const keys = isPlainObject(payload) ? Object.keys(payload).slice(0, mostKeys) : [];
  const own = keys.find(isPayer);
  if (own !== undefined) return [JSON.stringify([own])];
  for (const key of keys) {
    const value = isPlainObject(payload) ? ownValue(payload, key) : undefined;
    const below = isPlainObject(value) ? Object.keys(value).slice(0, mostKeys).find(isPayer) : undefined;
    if (below !== undefined) return [JSON.stringify([key]), JSON.stringify([key, below])];
  }
  return undefined;
}

/** Returns the first and last names in an object. Below the key of a person, its `name` is one too. */
export function namesInObject(object: object, key: string): readonly string[] {
  return wholeNames(object, { steps: [key], isName: false }, new Set()).map(({ name }) => name);
}

const mostKeys = 200;
const deepest = 8;

interface At {
  readonly steps: readonly string[];
  /** True in an object whose own key means a name: `{"name": {"first": ..., "last": ...}}`. */
  readonly isName: boolean;
  /** True if lists of pairs are read, because they are no answers. */
  readonly readsPairs?: boolean | undefined;
}

/** Returns the whole names in an object that has the data of the person, and in the objects below that have it too. */
function wholeNames(object: object, at: At, holders: ReadonlySet<string>): readonly WholeName[] {
  if (Array.isArray(object) || at.steps.length > deepest) return [];
  const found: WholeName[] = [];
  const own: Own = {};
  let isAbove = false;
  for (const key of Object.keys(object).slice(0, mostKeys)) {
    const value: unknown = ownValue(object, key);
    const kind = personKeyOf(key);
    if (kind !== undefined && shortTextOf(value) !== '') own[kind] ??= key;
    if (!isAnyObject(value)) continue;
    const steps = [...at.steps, key];
    const isHolder = isHolderAt(holders, steps);
    isAbove ||= isHolder;
    found.push(...namesBelow(value, kind, { ...at, steps }, { holders, isHolder }));
  }
  const isOfNumber = !isAbove && isHolderAt(holders, at.steps);
  const isBesideNumber = at.steps[0] === '$answers' || isOfNumber;
  const keys = keysOfName(object, { ...at, isBesideNumber }, own);
  const isNamed = keys.length > 0 && keys.every(key => mayBeName.test(shortTextOf(ownValue(object, key))));
  if (!isNamed) return found;
  return [{ ...wholeName(object, at.steps, keys), isBesideNumber: isOfNumber }, ...found];
}

function namesBelow(
  value: object,
  kind: PersonKey | undefined,
  at: At,
  { holders, isHolder }: { readonly holders: ReadonlySet<string>; readonly isHolder: boolean },
): readonly WholeName[] {
  const { steps, readsPairs } = at;
  const ofPairs = readsPairs && Array.isArray(value) ? nameInPairs(value, steps) : undefined;
  if (ofPairs && mayBeName.test(ofPairs.name)) return [{ ...ofPairs, isBesideNumber: isHolder }];
  const isName = isNameKind(kind) || (kind === undefined && hasFirstAndLast(steps.at(-1) ?? '', value));
  return isName || kind === 'holder' || kind === 'person' || isHolder
    ? wholeNames(isHolder ? onlyEntry(value) : value, { ...at, isName }, holders)
    : [];
}

/** True for a key that means a name. */
export function isNameKind(kind: PersonKey | undefined): boolean {
  return kind === 'name' || kind === 'given' || kind === 'full';
}

/** The first property of each kind in an object of the person. */
type Own = { [kind in PersonKey]?: string };

function keysOfName(
  object: object,
  { steps, isName, isBesideNumber }: At & { readonly isBesideNumber: boolean },
  own: Own,
): readonly string[] {
  const textOf = (key: string) => shortTextOf(ownValue(object, key));
  const { first, last, ofLast } = partsOfName(own, isName);
  if (first !== undefined && last !== undefined) return [first, last];
  // Bitrix24 and MailerLite write the first name into `name`; with the last name in it, it is the whole one.
  if (ofLast !== undefined && own.name !== undefined)
    return textOf(own.name).includes(textOf(ofLast)) ? [own.name] : [own.name, ofLast];
  const full = keyOfFullName(steps, own);
  const isOfPerson = isBesideNumber || isAddressed(steps, own);
  const numbered = isOfPerson ? numberedNames(Object.keys(object).slice(0, mostKeys), textOf) : [];
  if (numbered.length > 0) return numbered;
  if (full !== undefined && /\S[\s,]+\S/.test(textOf(full))) return [full];
  const isOther = [full, first, ofLast].some(key => key !== undefined);
  const plain =
    isBesideNumber && !isOther ? plainName(Object.keys(object).slice(0, mostKeys), textOf) : undefined;
  return plain === undefined ? [] : [plain];
}

/** Returns the keys of the first and the last name; `ofLast`: that of a last name by itself, not of a `name`. */
function partsOfName(own: Own, isName: boolean): { first?: string; last?: string; ofLast?: string } {
  // Beside an address, `first` and `last` are names, too.
  const isBare = isName || own.email !== undefined;
  const ofLast = own.last ?? (isBare ? own['bare-last'] : undefined);
  const given = ofLast === undefined ? undefined : (own.given ?? own['beside-last']);
  const first = own.first ?? (isBare ? own['bare-first'] : undefined) ?? given;
  const last = ofLast ?? (first === undefined ? undefined : own.name);
  return withoutAbsent({ first, last, ofLast });
}

function keyOfFullName(steps: readonly string[], own: Own): string | undefined {
  return own.full ?? (isAddressed(steps, own) ? (own.name ?? own.given) : undefined);
}

/** True for an object with an address or a phone number, or one whose key means a person. */
function isAddressed(steps: readonly string[], own: Own): boolean {
  return own.email !== undefined || own.phone !== undefined || personKeyOf(steps.at(-1) ?? '') === 'person';
}

function wholeName(object: object, steps: readonly string[], keys: readonly string[]) {
  const name = keys.map(key => shortTextOf(ownValue(object, key))).join(' ');
  return { name, at: keys.map(key => pathText([...steps, key])).join(', ') };
}

/** Matches a text that may be a name. Placeholders, keys and questions are none. */
export const mayBeName = /^[^\d@<>{}[\]%$*/\\:;?_]{2,}$/;
