import { spellings } from '../../diagnostics/spellings.ts';
import { nameLikeness } from '../names/name-likeness.ts';
import { isAddress } from '../people/family-link.ts';
import { customerNumbersIn, isCustomerNumber, isOfPerson } from './customer-numbers.ts';
import type { PayloadPath } from './payload-path.ts';

/** The way in which a mapping identifies the customer of an event. */
export type CustomerSuggestion =
  /**
   * The payload contains the customer number. `typedIn`: the person who fills in the form could change it;
   * `isHidden`: it comes from the link to the form; `other`: another value that may be the number instead.
   */
  | {
      readonly kind: 'number';
      readonly path: PayloadPath;
      readonly typedIn: boolean;
      readonly isHidden: boolean;
      readonly other?: PayloadPath;
    }
  /**
   * The payload has an id of the sender, with which a customer number is linked. `name`: the name of the person, if the
   * id is an e-mail address or a phone number, which the members of a family may share.
   */
  | {
      readonly kind: 'link';
      readonly path: PayloadPath;
      readonly sureness: 'likely' | 'unsure';
      readonly name?: PayloadPath;
    }
  | { readonly kind: 'none' };

/** Suggests the path that identifies the person: a customer number, else the sender's id of the person. */
export function suggestCustomer(given: readonly PayloadPath[]): CustomerSuggestion {
  const paths = ownersAsCustomers(given);
  if (paths === given) return suggestFrom(given);
  const found = suggestFrom(paths);
  const written = (path: PayloadPath) => given[paths.indexOf(path)] ?? path;
  switch (found.kind) {
    case 'none':
      return found;
    case 'link':
      return { ...found, path: written(found.path), ...(found.name && { name: written(found.name) }) };
    case 'number':
      return { ...found, path: written(found.path), ...(found.other && { other: written(found.other) }) };
  }
}

/**
 * Returns the paths with the owner of a pet or a car as the customer. In an event with other contact details, an owner is
 * an employee of the sender.
 */
function ownersAsCustomers(paths: readonly PayloadPath[]): readonly PayloadPath[] {
  const isOwned = ({ keys }: PayloadPath) => keys.slice(0, -1).some(key => owners.test(key));
  const ofPeople = paths.filter(
    ({ keys }) => contacts.test(keys.at(-1) ?? '') || keys.slice(0, -1).some(key => personal.test(key)),
  );
  if (ofPeople.length === 0 || !ofPeople.every(isOwned)) return paths;
  const isOfThing = paths.some(({ keys }) => keys.some(key => owned.test(key)));
  if (!isOfThing && !paths.some(path => isOwned(path) && isCustomerNumber(path.names))) return paths;
  const named = (text: string) => (owners.test(text) ? 'customer' : text);
  return paths.map(path => ({
    ...path,
    keys: path.keys.map(named),
    names: path.names.map(name => name.split(' ').map(named).join(' ')),
    expression: path.expression.split('.').map(named).join('.'),
  }));
}

const owners =
  /^(?:(?:pet|tier|hunde?|dog)[_-]?)?(?:owner|besitzer(?:in)?|halter(?:in)?|eigent(?:ü|ue)mer(?:in)?|eigenaar|proprietaire|propriétaire)$/i;
const owned =
  /^(?:pets?|dogs?|cats?|horses?|animals?|hunde?|katzen?|pferde?|tiere?|cars?|vehicles?|fahrzeuge?)$/i;
const contacts =
  /^(?:e-?mail(?:_?address)?|(?:tele|mobile_?|cell_?)?phone(?:_?number)?|mobile|telefon|handy|first_?name|vorname|last_?name|nachname)$/i;

function suggestFrom(paths: readonly PayloadPath[]): CustomerSuggestion {
  const usable = paths.filter(path => isOfPerson(path, paths));
  const [number, other] = customerNumbersIn(paths);
  if (number) return { ...byNumber(number, paths), ...(other && { other }) };
  const [link, score = 0] = best(usable, path => (isOfSubmission(path, paths) ? 0 : linkScore(path)));
  if (link) return byLink(link, score >= 0.6 ? 'likely' : 'unsure', paths);
  return { kind: 'none' };
}

/** Identifies the customer by the sender's id at a path, together with the name if a family may share the id. */
export function byLink(
  path: PayloadPath,
  sureness: 'likely' | 'unsure',
  paths: readonly PayloadPath[],
): CustomerSuggestion {
  const isShared = isAddress(path.keys);
  const [name] = isShared
    ? best(
        paths.filter(each => isOfPerson(each, paths)),
        nameScore,
      )
    : [];
  return { kind: 'link', path, sureness, ...(name && { name }) };
}

const firstNames = ['first name', 'Vorname', 'given name'];
const fullNames = ['full name', 'Name', 'Vor- und Nachname'];

function nameScore({ names: [own = ''], keys, value, expression }: PayloadPath): number {
  if (typeof value !== 'string' || keys.at(-1) !== own || /\d|@/.test(value)) return 0;
  const like = (all: readonly string[]) => Math.max(...all.map(each => nameLikeness(own, each)));
  const likeness = Math.max(like(firstNames), like(fullNames) - 0.05);
  return likeness >= 0.85 ? likeness - expression.length / 10_000 : 0;
}

/** Identifies the customer by the number at a path of a payload. */
export function byNumber(path: PayloadPath, paths: readonly PayloadPath[]): CustomerSuggestion {
  const { isAnswer, keys } = path;
  const isHidden =
    isAnswer && paths.some(other => other.keys.includes('hidden') && other.keys.at(-1) === keys.at(-1));
  return { kind: 'number', path, typedIn: isAnswer, isHidden };
}

function best(
  paths: readonly PayloadPath[],
  scoreOf: (path: PayloadPath) => number,
): readonly [PayloadPath, number] | readonly [] {
  const most = Math.max(1, ...paths.map(({ events }) => events));
  const scored = paths.map(path => [path, scoreOf(path)] as const).filter(([, score]) => score > 0);
  // Of two equally good paths, the one in more events counts.
  const rank = ([{ events }, score]: readonly [PayloadPath, number]) => score + (events / most) * 0.02;
  const [first] = scored.sort((one, other) => rank(other) - rank(one));
  return first ?? [];
}

const ofAddress = 0.55;
/** Patterns of senders' names for the id of a person, the likeliest first. */
const linkPatterns: readonly (readonly [RegExp, number])[] = [
  [
    /(^|[._`"])(contact|kontakt|person(en)?|customer|client|patient(en)?|lead|kunden?|klant)[_-]?id[`"]?$/i,
    1,
  ],
  [/(^|[._])(client_reference_id|leadgen_id|profile\.data\.id)$/, 0.95],
  [/(^|[._`"])(member|profile|subscriber|record)[_-]?id$/i, 0.9],
  [
    /(^|[._])(contact|kontakt|person|customer|client|patient(in)?|lead|subscriber|member|mitglied|profile|sObject|invitee|kunde|kundin|klant)\.g?id$/i,
    0.85,
  ],
  [/(^|[._])(objectId|object_id|entity_id|(Primary)?EntityId|entity\.id|pulseId|itemId)$/, 0.8],
  [/(^|[._])user\.id$/i, 0.75],
  [/(^|[._])sender\.id$/i, 0.6],
  [/(^|[._`"])external[_-]?id$/i, 0.7],
  [/(^|[._])(data|item|record|page|object|subject|resource|entity)\.(object\.)?g?id$/i, 0.65],
  [/(^|[._`"])(e?-?mail(_?address)?|email_address)[`"]?$/i, ofAddress],
  [/^subject$/, 0.52],
  [/^id$/i, 0.5],
  [/(id|Id|ID)[`"]?$/, 0.1],
];

/** Ids of the sending program or of employees, not of the person concerned. */
const notPeople =
  /(^|[._])(event|form|submission|response|webhook|workspace|account|portal|app|organi[sz]ation|board|subscription|team|request|definition|previous)[A-Za-z_]*(\.|_?id$|Id$)/i;

/** The kinds of ids that do not identify a person, such as those of a submission or a webhook. */
const notOfPeople: ReadonlySet<string> = new Set(
  `submission response entry reply result answer form survey quiz question field step event webhook hook delivery request
  message session visit tracking trace correlation batch job log transaction order invoice payment charge checkout cart
  campaign ad adgroup creative gcl page site domain post product service location office booking appointment ticket deal
  opportunity conversation workflow automation rule action template list segment tag category workspace account portal
  tenant app integration organization organisation company calendar phone ref shop store salon studio practice site board team owner author creator editor agent staff employee
  assignee actor by organizer initiating calling host parent previous definition version source model`.split(
    /\s+/,
  ),
);

const personal =
  /^(contact|kontakt|person|customer|client|kunde|kundin|klant|patient(in)?|lead|subscriber|profile|user|member|mitglied|invitee|sender)$/i;

/** Objects about access to the sender or about its account. Ids in them are never those of a person. */
const ofAccess =
  /^(auth|authentication|credentials|oauth|source|account|workspace|shop|store|site|app|webhook|hook)$/i;

/** Keys of a form submission or an appointment, beside an `id` or at the root of a webhook. */
const ofForms =
  /^(form|submission|response|survey|quiz|entry)_?(id|name|title|key|slug)?$|^(appointment|calendar|booking|event)_?types?_?id$|^calendar_?id$|^(submitted|completed|landed)_?(at|on|date)?$|^date_?(submitted|completed)$|^(answers|responses|questions|fields|user_column_data|questions_and_answers|form_fields|form_response)$/i;

/**
 * True if an id is that of a submission or of the webhook. A person who fills in the form again gets another
 * one. An answer is never such an id.
 */
function isOfSubmission({ keys, isAnswer }: PayloadPath, paths: readonly PayloadPath[]): boolean {
  if (isAnswer || keys.includes('hidden')) return false;
  const words = (spellings(keys.at(-1) ?? '')[0] ?? '').split(' ');
  if (isOfSurvey(keys, paths)) return true;
  if (keys.slice(0, -1).some(key => ofAccess.test(key)) && !keys.some(key => personal.test(key))) return true;
  if (!['id', 'ids', 'uid', 'uuid', 'guid', 'token'].includes(words.at(-1) ?? '')) return false;
  const owner = words.slice(0, -1);
  if (owner.some(word => notOfPeople.has(word))) return true;
  // A lead may be a person, or a single submission of a form.
  if (owner.length > 0 && !owner.includes('lead')) return false;
  const holder = keys.slice(0, -1);
  const isPerson = personal.test(holder.at(-1) ?? '');
  const holds =
    spellings(holder.at(-1) ?? '')[0]
      ?.split(' ')
      .at(-1) ?? '';
  // A page of Notion is often a person, and the fields of a record contain its id.
  if (owner.length === 0 && !['page', 'fields'].includes(holds) && notOfPeople.has(holds.replace(/s$/, '')))
    return true;
  return (
    !isPerson && paths.some(path => isBeside(path, holder) && ofForms.test(path.keys[holder.length] ?? ''))
  );
}

/** True for the short name of the id of a survey, a question, or a group beside that of its survey. */
function isOfSurvey(keys: readonly string[], paths: readonly PayloadPath[]): boolean {
  const own = keys.at(-1) ?? '';
  return /^[sqf]id$/i.test(own) || (own === 'gid' && paths.some(path => path.keys.at(-1) === 'sid'));
}

function isBeside({ keys }: PayloadPath, holder: readonly string[]): boolean {
  return keys.length > holder.length && holder.every((key, at) => key === keys[at]);
}

function linkScore({ expression, isAnswer, names, value }: PayloadPath): number {
  const [own = ''] = names;
  const found = linkPatterns.find(([pattern]) => pattern.test(expression) || (isAnswer && pattern.test(own)));
  // Whatever its name, the address in a form or of a contact belongs to the person.
  const isAddress = typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value.trim());
  const isNamedOnly = found?.[1] === ofAddress && !isAddress;
  const score = (isNamedOnly ? undefined : found?.[1]) ?? (isAddress ? 0.3 : 0);
  if (score === 0) return 0;
  const isHidden = /(^|\.)hidden\./.test(expression) ? 0.1 : 0;
  const wrong = score < 0.8 && notPeople.test(expression) ? 0.3 : 0;
  return score - wrong + isHidden - expression.length / 10_000;
}
