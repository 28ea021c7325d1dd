import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/**
 * Warns if a customer number is read from the sender's own id of the person, since in the account such
 * numbers belong to other customers, or if the link is not the customer's. `because` confirms that the sender uses the numbers of the account.
 */
export function senderId(mapping: Mapping): readonly Diagnostic[] {
  const numbers = numbersOfSender(mapping);
  return [...linkOfActor(mapping), ...numbers, ...(numbers.length === 0 ? numbersOfOthers(mapping) : [])];
}

/**
 * Warns if the link is the person at the sender who made the change, such as `updated_by.email`, or an id that all
 * customers share, such as `board.id`.
 */
function linkOfActor({ link }: Mapping): readonly Diagnostic[] {
  const path = link?.value.path;
  if (!path || link.because !== undefined) return [];
  const own = path.slice(-2).map(plain);
  const shared = sharedBy(path);
  const is = own.some(step => actors.test(step))
    ? 'the person who made the change'
    : own.some(step => staff.test(step))
      ? 'somebody who works at the sender'
      : shared && `the id of ${shared}`;
  if (is === undefined) return [];
  const message = `${pathText(path)} is by its name ${is}, so many customers would share one link`;
  const hint = `write the path to the id or the e-mail address of the customer; ${confirmedBy(pathText(path))}`;
  return [diagnostic('mapping/sender-id', message, { hint, place: link?.place, path: 'link' })];
}

/** Returns the thing of the sender whose id a path leads to, if it has many customers: `a form`. */
function sharedBy(path: readonly string[]): string | undefined {
  const words = path.slice(-2).map(step => spellings(step)[0]?.split(' ') ?? []);
  const [above = [], own = above] = words;
  if (!ids.has(own.at(-1) ?? '')) return undefined;
  const owner = own.length > 1 ? own.at(-2) : words.length > 1 ? above.at(-1) : undefined;
  return owner !== undefined && ofMany.has(owner) ? `the ${owner}` : undefined;
}

const ids: ReadonlySet<string> = new Set([
  'id',
  'uid',
  'uuid',
  'guid',
  'no',
  'nr',
  'number',
  'nummer',
  'code',
]);
const ofMany: ReadonlySet<string> = new Set(
  `board workspace form formular survey umfrage questionnaire webhook campaign kampagne portal site website shop store
  salon studio praxis practice clinic location standort branch filiale pipeline calendar kalender team tenant app
  organizer owner template`.split(/\s+/),
);

/**
 * Warns if the link is a user of the sender, and an event has the id of the record as well: `UserId` beside
 * `PrimaryEntityId`. A user alone may be the customer.
 */
export function linksOfUsers(
  { link }: Mapping,
  events: readonly { readonly scope: Pick<Scope, 'input'> }[],
): readonly Diagnostic[] {
  const path = link?.value.path;
  if (!path || link.because !== undefined || path[0]?.startsWith('$')) return [];
  const at = path.findIndex(step => /^(?:user|userid)$/i.test(plain(step)));
  if (at === -1 || !/^(?:user)?id$/i.test(plain(path.at(-1)))) return [];
  for (const { scope } of events) {
    const record = path.slice(0, at).reduce(ownValue, scope.input);
    const keys = typeof record === 'object' && record !== null ? Object.keys(record) : [];
    const beside = keys.find(key => records.test(plain(key)) && isId(ownValue(record, key)));
    if (beside === undefined) continue;
    const meant = pathText([...path.slice(0, at), beside]);
    const message = `${pathText(path)} is by its name a user of the sender, and the event has ${meant} as well, so many customers may share one link`;
    const hint = `write link: ${meant}, if that is the customer; ${confirmedBy(pathText(path))}`;
    return [diagnostic('mapping/sender-id', message, { hint, place: link?.place, path: 'link' })];
  }
  return [];
}

/** Returns the part of a hint that shows how the admin confirms a link. */
export function confirmedBy(source: string): string {
  return `if it is right, write link: {from: ${expressionInYaml(source)}, because: "…"} with the reason`;
}

const records = /^(?:primaryentity|contact|kontakt|person|customer|client|patient|kunden?|klant)id$/i;

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

const actors =
  /^(?:(?:updated|created|changed|modified|edited|triggered|assigned)(?:by|to)(?:user)?|(?:initiating|calling|impersonating)user|actor|assignee|editor|author|bearbeiter(?:in)?|sachbearbeiter(?:in)?|mitarbeiter(?:in)?|therapeut(?:in)?|therapist|employee|staff)(?:id|e?mail|name)?$/i;

/** An owner may be the customer, with a pet or a car. */
const staff =
  /^(?:(?:call(?:center)?|support|service|sales|booking)?(?:agent|operator|rep|representative)|advisor|receptionist|practitioner|physician|doctor|stylist(?:in)?|friseur(?:in)?|(?:kunden)?(?:berater|betreuer)(?:in)?|behandler(?:in)?|(?:ä|ae)rzt(?:in)?|arzt|verk(?:ä|ae)ufer(?:in)?|disponent(?:in)?|medewerker|behandelaar|conseill(?:er|(?:è|e)re)|praticien(?:ne)?)(?:id|no|nr|number|nummer|code|e?mail|name)?$/i;

function numbersOfSender({ set, link }: Mapping): readonly Diagnostic[] {
  return set.flatMap(({ name, rule: { base, because } }) => {
    const isNumber = name === 'id' || name === 'customerId';
    if (!isNumber || because !== undefined || base.kind !== 'expression') return [];
    const linked = link?.value.path && pathText(link.value.path);
    const paths = pathsRead(base.expression).filter(([root = '']) => !root.startsWith('$'));
    const path =
      paths.find(each => base.expression.path && pathText(each) === linked) ?? paths.find(isOfSender);
    if (!path) return [];
    const written = pathText(path);
    const isLinked = written === linked;
    const message = isLinked
      ? `link and ${name} are both ${written}: a link is the id at the sender, ${name} the number at the calendar`
      : `${written} is by its name the ${whatOf(path)}, not the customer number of the calendar`;
    const cure = isLinked
      ? `write ${name}: $linked`
      : `write ${name}: $linked, and add link: ${expressionInYaml(written)} above set:`;
    const hint = `${cure}; if the sender has the customer numbers, write ${name}: {from: ${expressionInYaml(written)}, because: "…"} with the reason`;
    return [diagnostic('mapping/sender-id', message, { hint, place: base.place, path: name })];
  });
}

/** Warns about a customer number that is by its name that of the person who recommended the salon, or of a friend. */
function numbersOfOthers({ set, link }: Mapping): readonly Diagnostic[] {
  const numbers = set.filter(({ name }) => name === 'id' || name === 'customerId');
  const read = [
    ...numbers.map(({ name, rule: { base, because } }) => ({ path: name, base, because })),
    ...(link
      ? [
          {
            path: 'link',
            base: { kind: 'expression', expression: link.value, place: link.place } as const,
            because: link.because,
          },
        ]
      : []),
  ];
  return read.flatMap(({ path, base, because }) => {
    if (because !== undefined || base.kind !== 'expression') return [];
    const { answer, source } = base.expression;
    const words = (spellings((answer ?? source).slice(0, longestName))[0] ?? '').split(' ');
    if (!words.some(each => recommending.test(each))) return [];
    const written = visibleText((answer ?? source).trim().slice(0, longestName));
    const message = `${path} reads ${written}, which by its name is somebody else who recommended the customer, a partner or a friend`;
    const hint = `read the number or the id of the customer; if it is right, write ${path}: {from: ..., because: "…"} with the reason`;
    return [diagnostic('mapping/sender-id', message, { hint, place: base.place, path })];
  });
}

const longestName = 200;
const recommending =
  /^(?:empfehl\w*|empfohlen\w*|geworben\w*|werber\w*|werbende\w*|referr\w*|recommend\w*|vermittler\w*|freund(?:in|es|e|en)?|friends?|parrain\w*|aanbrenger\w*|aanbevolen|recomend\w*|raccomandat\w*|amig[oa]s?|partners|ehepartner\w*|spouse|begleitperson\w*|conjoint\w*)$/;

function whatOf(path: readonly string[]): string {
  if (otherNumber.test(plain(path.at(-1)))) return 'value of something else';
  return sendersOwn.test(plain(path.at(-1))) ? 'id of the person at the sender' : `number of ${path.at(-2)}`;
}

function plain(step = ''): string {
  return step.replace(/[^\p{L}]/gu, '');
}

/** True for the sender's id of a person, or the id of another object: `objectId`, `appointment.id`. */
function isOfSender(path: readonly string[]): boolean {
  const [parent = '', last = parent] = path.slice(-2).map(plain);
  if (sendersOwn.test(last) || otherNumber.test(last)) return true;
  return path.length > 1 && (places.test(parent) || (things.test(parent) && number.test(last)));
}

/** Numbers of a person that are no customer number: a phone number, a post code, a birthday. */
const otherNumber =
  /^(?:tel|telefon|telefonnummer|telephone|phone|phonenumber|mobil|mobile|mobilnummer|mobilenumber|handy|handynummer|fax|plz|postleitzahl|zip|zipcode|postcode|postalcode|geb|geburtstag|geburtsdatum|birthday|birthdate|dateofbirth|dob|alter|age|row|rownumber|zeile|zeilennummer|jahrgang|year|date|datum|timestamp|betrag|amount|price|preis|hausnr|hausnummer|iban)$/i;
const number = /^(?:id|nr|no|num|number|nummer)$/i;
const things =
  /^(?:appointment|termin|booking|buchung|event|form|formular|deal|owner|order|invoice|rechnung|bestellung|submission)$/i;
const places = /^(?:company|firma|praxis|practice|salon|location|standort|filiale)$/i;

/** Names that CRMs and form tools give to their own ids. A customer id may be the number of the calendar. */
const sendersOwn =
  /^(?:object|hsobject|contact|kontakt|person|lead|record|subscriber|submission|response|respondent|entry|event|user|visitor|deal|profile|wa|canonicalv)_?id$|^(?:vid|uuid|guid|gid)$/i;
