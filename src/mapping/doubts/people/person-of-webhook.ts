import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { personKeyOf } from '../../evaluate/person/person-keys.ts';
import type { Mapping } from '../../mapping.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';

/**
 * Returns warnings about rules that read the person from the whole webhook (`$body.email`), although each of its
 * events has a person of its own: then all of them change the same customer. Any value that a rule takes from the list
 * of the events (`$body.guests[0].allergies`) is that of one of them, too.
 */
export function personsOfWebhook(mapping: Mapping, input: MappingInput): readonly Diagnostic[] {
  const read = readFromBody(mapping);
  if (read.length === 0 || typeof input.payload !== 'object' || input.payload === null) return [];
  const { payload, body } = input;
  if (payload === body || typeof body !== 'object') return [];
  const list = listOf(payload, body);
  return read.flatMap(({ path, steps, place, text }) => {
    const isPerson = persons.has(path);
    const isShared = list !== undefined && (isPerson || list.count > 1) && leadsInto(list.steps, steps);
    const inList = isShared ? steps.slice(list.steps.length) : undefined;
    const own = isPerson ? ownPerson(path, steps, payload, list?.rest) : undefined;
    if (!inList && !own) return [];
    const because = inList
      ? 'the list of these events contains it'
      : `each event has a person of its own (${own?.at})`;
    const shared = isPerson ? 'person' : 'value';
    const message = `${path}: ${text} is read from the whole webhook, so all of its events have the same ${shared}, and ${because}`;
    const hint = `${cureOf(path, inList, own)}; $body is for values that all events of a webhook share`;
    return [diagnostic('mapping/person-of-webhook', message, { hint, place, path })];
  });
}

interface ReadFromBody {
  readonly path: string;
  /** The steps below `$body`. */
  readonly steps: readonly string[];
  readonly text: string;
  readonly place: Place;
}

/** Every event passes here. A rule that also reads the event itself is left out. */
const readFromBody = onceFor((mapping: Mapping): readonly ReadFromBody[] => {
  const { link } = mapping;
  const ofLink = link && link.because === undefined ? fromBody(link.value, 'link', link.place) : [];
  const ofRules = namedRules(mapping).flatMap(({ path, rule }) => {
    if (rule.because !== undefined) return [];
    return ruleExpressions(rule)
      .filter(each => persons.has(path) || isOneValue(each))
      .flatMap(each => fromBody(each, path, rule.base.place));
  });
  return [...ofLink, ...ofRules];
});

const persons: ReadonlySet<string> = new Set([
  'link',
  'id',
  'customerId',
  'appointmentParticipantId',
  'firstName',
  'name',
  'email',
  'mobile',
  'phone',
]);

/** A sum or a count over the whole list belongs to all of its events. */
function isOneValue({ path, source }: Expression): boolean {
  return path !== null || source.trimEnd().endsWith(']');
}

function fromBody(expression: Expression, path: string, place: Place): readonly ReadFromBody[] {
  if (!expression.variables.has('body')) return [];
  const paths = placedPaths(expression).filter(({ from }) => from === 0);
  if (!paths.every(({ steps }) => steps[0] === '$body')) return [];
  const [first] = paths;
  return first ? [{ path, place, steps: first.steps.slice(1), text: pathText(first.steps) }] : [];
}

interface ListOf {
  /** The number of its events. */
  readonly count: number;
  /** The steps from the body to the list that has the event. */
  readonly steps: readonly string[];
  /** All texts and numbers of the webhook outside of this list. */
  readonly rest: ReadonlySet<string>;
}

/** Returns the list in a webhook from which an event was made. */
function listOf(payload: object, body: unknown): ListOf | undefined {
  const rest = new Set<string>();
  let found: Pick<ListOf, 'steps' | 'count'> | undefined;
  const visit = (value: unknown, steps: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) {
      if (rest.size < mostTexts && value !== null) rest.add(String(value));
      return;
    }
    const isList = Array.isArray(value) && value.length <= mostEvents;
    if (isList && value.some(each => isDeepStrictEqual(each, payload))) {
      found ??= { steps, count: value.length };
      return;
    }
    for (const [key, each] of Object.entries(value)) {
      if (steps.length < deepest) visit(each, Array.isArray(value) ? steps : [...steps, key]);
    }
  };
  visit(body, []);
  return found && { ...found, rest };
}

/** Longer lists are not searched: each of their events would search the whole list. */
const mostEvents = 200;
const mostTexts = 1_000;
const deepest = 6;

function leadsInto(list: readonly string[], steps: readonly string[]): boolean {
  return steps.length > list.length && list.every((step, at) => step === steps[at]);
}

/**
 * Returns the path in an event to a value that names a person, if the rest of the webhook does not have this value. For
 * a link or a number it is one that tells people apart, if the event has such a value.
 */
function ownPerson(
  path: string,
  steps: readonly string[],
  payload: object,
  rest: ReadonlySet<string> | undefined,
): OwnPerson | undefined {
  const last = plain(steps.at(-1) ?? '');
  const isMeant = ({ key, parent }: OwnKey): boolean => {
    const kinds = ofPath[path] ?? everyKind;
    if (kinds.some(each => each.test(key))) return true;
    if (!identities.has(path)) return key === last && last !== 'id';
    return ids.test(key) || (key === 'id' && people.test(parent)) || (key === last && last !== 'id');
  };
  const own = ownKeys(payload, rest);
  const found = own.find(isMeant);
  if (!found) return undefined;
  if (!identities.has(path)) return { at: pathText(found.at) };
  const isSameKey = ({ key }: OwnKey) => key === last && !isNameKey(key);
  const isId = ({ key, parent }: OwnKey) => key === 'id' && (parent === '' || people.test(parent));
  const numbers = [({ key }: OwnKey) => ids.test(key), isSameKey];
  const addresses = [({ key }: OwnKey) => emails.test(key), isId, ({ key }: OwnKey) => phones.test(key)];
  const cure = (path === 'link' ? [...numbers, ...addresses] : [...numbers, isId])
    .map(isCure => own.find(isCure))
    .find(each => each !== undefined);
  return { at: pathText((cure ?? found).at), ...(cure && { cure: pathText(cure.at) }) };
}

function isNameKey(key: string): boolean {
  return [firstNames, lastNames].some(each => each.test(key));
}

interface OwnPerson {
  /** The path that shows that the event has a person of its own. */
  readonly at: string;
  /** The path to the number, the id or the address of this person. */
  readonly cure?: string;
}

/** A property of an event or of an object in it, with its plain name and that of the object. */
interface OwnKey {
  readonly at: readonly string[];
  readonly key: string;
  readonly parent: string;
}

function ownKeys(payload: object, rest: ReadonlySet<string> | undefined): readonly OwnKey[] {
  return [['', payload], ...Object.entries(payload)].flatMap(([parent, object]) => {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
    return Object.keys(object).flatMap(key => {
      const value = ownValue(object, key);
      const isValue = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
      if (!isValue || rest?.has(String(value))) return [];
      const at = parent === '' ? [key] : [String(parent), key];
      return [{ at, key: plain(key), parent: plain(String(parent)) }];
    });
  });
}

/** Returns the path to write. A name is no link, because two people may have it. */
function cureOf(path: string, inList: readonly string[] | undefined, own: OwnPerson | undefined): string {
  const isName = isNameKey(plain(inList?.at(-1) ?? ''));
  if (!identities.has(path) || (inList && !isName)) return `write ${inList ? pathText(inList) : own?.at}`;
  const wanted = path === 'link' ? 'number or the e-mail address' : 'customer number';
  if (own?.cure !== undefined) return `write the path to the ${wanted} of this entry, here ${own.cure}`;
  const other = path === 'link' ? '' : ', or link: with the path to the e-mail address, and $linked here';
  return `write the path to the ${wanted} of this entry; none has a known name${other}`;
}

function plain(key: string): string {
  return key.replace(/[^\p{L}]/gu, '').toLowerCase();
}

const emails = /^(?:e?mail|email(?:address|adresse)?|mail(?:adresse|address))$/;
const phones =
  /^(?:(?:mobile?|cell|handy)(?:phone|number|nummer)?|(?:tele)?(?:phone|fon)(?:number|nummer)?|tel|phonenumber)$/;
const firstNames = { test: (key: string) => personKeyOf(key) === 'first' };
const lastNames = { test: (key: string) => personKeyOf(key) === 'last' };
const everyKind = [emails, phones, firstNames, lastNames];
const ofPath: Readonly<Record<string, readonly Pick<RegExp, 'test'>[]>> = {
  email: [emails],
  mobile: [phones],
  phone: [phones],
  firstName: [firstNames],
  name: [lastNames],
  appointmentParticipantId: [/^participantid$/],
};
const identities: ReadonlySet<string> = new Set(['link', 'id', 'customerId']);
const ids =
  /^(?:customer|contact|person|client|patient(?:en)?|kunden?|klant(?:en)?|mitglieds?|lid|member|subscriber|guest|gast|participant|teilnehmer|deelnemer|attendee|user|lead)(?:id|nr|no|number|nummer|key)$|^(?:id|nr|no|num|numero|numer)(?:de|del|du)?(?:cliente?|klient[ai]|contacto|persona)$/;
const people =
  /^(?:customer|contact|person|client|patient|kunde|klant|kontakt|member|subscriber|guest|gast|participant|teilnehmer|deelnemer|attendee|user|lead)$/;
