import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Expression } from '../expressions/expression.ts';
import { treeOf } from '../expressions/parse.ts';
import { pathsRead, placedPaths } from '../expressions/paths/placed-paths.ts';
import { nodesOf } from '../expressions/syntax-tree.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import { answerInWords } from '../mapping/convert/convert-boolean.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../mapping/rules-of.ts';
import { sharedConsents } from './consents/shared-consents.ts';
import { namesAnimal } from './names/other-subject.ts';
import { oneValueOf } from './one-value.ts';
import { customerHolders } from './rule-reading.ts';

/**
 * Warns about rules that read a value with the name of something else: the last name as the first name, the
 * terms as a consent to marketing, the time of the form as a birthday. `because` confirms a misleading name.
 */
export function otherNames(
  mapping: Pick<Mapping, 'set' | 'additionalFields' | 'link'>,
): readonly Diagnostic[] {
  const holders = customerHolders(mapping);
  const isAboutAnimal = setsAnimal(mapping);
  const told = new Set(sharedConsents(mapping).map(({ path }) => path));
  return namedRules(mapping as Mapping).flatMap(named => {
    const { path, rule } = named;
    if (told.has(path) || rule.because !== undefined) return [];
    const elsewhere = rule.lookup ? undefined : personElsewhere(named, holders, isAboutAnimal);
    if (elsewhere) return [elsewhere];
    const read = !rule.lookup || isPassedOn(path, rule.lookup) ? nameRead(rule) : undefined;
    const called = read && otherKind(path, read.words);
    if (read) return called === undefined ? [] : [warning(named, read.expression, called)];
    return partOfOther(named) ?? [];
  });
}

/** Returns the other kind of a value that words name; undefined for their own kind, none or several. */
function otherKind(path: string, words: string): string | undefined {
  const own = kinds.filter(({ of }) => of.test(path));
  const [kind] = own;
  if (!kind || own.some(each => each.words.test(words))) return undefined;
  const named = kinds.filter(each => each.group === kind.group && each.words.test(words));
  return named.length === 1 ? named[0]?.called : undefined;
}

interface Kind {
  /** The parameter or field that the rule sets. */
  readonly of: RegExp;
  /** Only kinds in the same group are compared with each other. */
  readonly group: 'person' | 'consent' | 'day';
  /** Its words in the names of payloads. */
  readonly words: RegExp;
  readonly called: string;
}

const kinds: readonly Kind[] = [
  {
    of: /^firstName$/,
    group: 'person',
    words:
      /\b(?:first|vorname|vornamen|firstname|given|givenname|forename|prenom|prénom|voornaam|imie|imię|fornamn|fornavn|keresztnev|keresztnév)\b/,
    called: 'the first name',
  },
  {
    of: /^name$/,
    group: 'person',
    words:
      /\b(?:last|nachname|zuname|familienname|lastname|surname|family|familyname|achternaam|cognome|apellidos?|famille|nazwisko|sobrenome|efternamn|efternavn|etternavn|prijmeni|příjmení|vezeteknev|vezetéknév|soyad[iı]?)\b/,
    called: 'the last name',
  },
  {
    of: /^privacy$/,
    group: 'consent',
    words: /\b(?:datenschutz\p{L}*|privacy\p{L}*|dsgvo|gdpr|rgpd)\b/u,
    called: 'the privacy policy',
  },
  {
    of: /^terms$/,
    group: 'consent',
    words: /\b(?:agb|agbs|terms|nutzungsbedingungen|geschäftsbedingungen|voorwaarden|cgv|tos)\b/u,
    called: 'the terms',
  },
  {
    of: /^minAge$/,
    group: 'consent',
    words:
      /\b(?:volljährig\p{L}*|volljaehrig\p{L}*|mindestalter|alter|min age|age|adult|erwachsen\p{L}*|18)\b/u,
    called: 'the age',
  },
  {
    of: /^rightOfWithdrawal$/,
    group: 'consent',
    words: /\b(?:widerruf\p{L}*|withdrawal|herroeping\p{L}*)\b/u,
    called: 'the right of withdrawal',
  },
  {
    of: /^marketing$|^additionalFields\..*(?:newsletter|marketing|werbung|mailing)/i,
    group: 'consent',
    words: /\b(?:newsletter|marketing\p{L}*|werbung|werbe\p{L}*|nieuwsbrief|infolettre|mailing|reclame)\b/u,
    called: 'marketing',
  },
  {
    of: /^additionalFields\.(?:.*[._-])?sms(?![a-z])/i,
    group: 'consent',
    words: /\b(?:sms\p{L}*|textnachricht(?:en)?|text messages?)\b/u,
    called: 'text messages',
  },
  {
    of: /^additionalFields\..*whatsapp/i,
    group: 'consent',
    words: /whats ?app/,
    called: 'WhatsApp',
  },
  {
    of: /^additionalFields\.(?=.*(?:consent|erlaub|einwillig|einverst|permission|zustimm|freigabe|\bok\b)).*(?:photo|foto|bild)/i,
    group: 'consent',
    words: /photo|foto|\bbild(?:er|rechte?|nutzung|aufnahmen?|material)?\b/,
    called: 'photos',
  },
  {
    of: /^additionalFields\..*(?:birth|geburt|verjaardag|naissance|\bdob\b)/i,
    group: 'day',
    words: /birth|geburt|verjaardag|naissance|\b(?:dob|bday|born|geboren)\b/,
    called: 'the birthday',
  },
  {
    of: /^additionalFields\.(?:.*[._ -])?(?:(?:first|last|letzter|erster)[._ -]?)?(?:visit|besuch|bezoek|visite)$/i,
    group: 'day',
    words: /visit|besuch|bezoek|termin|appointment|booking|buchung|treatment|behandlung/,
    called: 'the day of a visit',
  },
  {
    of: /^(?!)$/,
    group: 'day',
    words: /\b(?:opened|clicked|login|logged in|last seen|geöffnet|angemeldet)\b/,
    called: 'the time of an e-mail or a login',
  },
  {
    of: /^(?!)$/,
    group: 'day',
    words:
      /\b(?:created|submitted|submission|received|updated|modified|timestamp|registered|signup|erstellt|eingegangen|gesendet|abgeschickt|zeitstempel)\b/,
    called: 'the time of the form',
  },
];

/** Returns the other kind of a value that a label names, in words: `marketing` for a consent to the terms. */
export function calledOtherwise(path: string, label: string): string | undefined {
  return otherKind(path, wordsIn([label]));
}

/** True if a label shows that its value belongs to another person than a parameter: "Notfallkontakt" as `mobile`. */
export function isOfOther(path: string, label: string): boolean {
  return personData.has(path) && somebodyElse.test(wordsIn([label]));
}

/** Warns if the name of a value shows that it belongs to another person: `owner.email`, `notfall_telefon`. */
function personElsewhere(
  { path, rule }: NamedRule,
  holders: readonly (readonly string[])[],
  isAboutAnimal: boolean,
): Diagnostic | undefined {
  const [expression, ...others] = ruleExpressions(rule);
  if (!personData.has(path) || !expression || others.length > 0) return undefined;
  const { asked } = oneValueOf(rule) ?? {};
  const named =
    asked !== undefined
      ? [asked]
      : placedPaths(expression).flatMap(({ steps }) =>
          steps[0]?.startsWith('$') ? [] : below(steps, holders),
        );
  const [word] = somebodyElse.exec(wordsIn(named)) ?? [];
  if (word === undefined || !oneValueOf(rule)) return undefined;
  // The owner of an animal is the customer, but `hubspot_owner` is not.
  if (isAboutAnimal && named.includes('owner')) return undefined;
  const message = `${path} reads ${beginning(expression).replace(/^\w+: /, '')}, which by its name is that of somebody else (${word})`;
  const hint = `read what the customer gave; if the name misleads, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
}

/** True for a mapping that sets fields of an animal: `dog.name`. */
function setsAnimal({ additionalFields }: Pick<Mapping, 'additionalFields'>): boolean {
  return additionalFields.some(
    ({ key, rule }) =>
      namesAnimal(key) ||
      ruleExpressions(rule).some(each => pathsRead(each).some(steps => steps.some(namesAnimal))),
  );
}

/** Returns the steps below the object that holds the number of the customer or the link. */
function below(steps: readonly string[], holders: readonly (readonly string[])[]): readonly string[] {
  const held = holders.filter(above => above.every((step, at) => steps[at] === step));
  return steps.slice(Math.max(0, ...held.map(({ length }) => length)));
}

const personData: ReadonlySet<string> = new Set(['firstName', 'name', 'email', 'mobile', 'phone']);
const somebodyElse =
  /\b(?:notfall|notfallkontakt|emergency|hausarzt|arzt|ärztin|doctor|physician|zuweiser|owner|assignee|assigned to|agent|betreuer|berater|bearbeiter|sachbearbeiter|mitarbeiter|employee|staff|therapeut(?:in)?|therapist|practitioner|behandler(?:in)?|stylist(?:in)?|provider|collaborateur|collaboratrice|zuständige?[rn]?|zustaendige?[rn]?|(?:created|updated|modified|changed|assigned) by|organi[sz]er|arbeitgeber|employer|empfohlen von|referrer|referred by|noodcontact|huisarts)\b/u;

/** True if a table only reads the answer to a consent as yes or no. */
function isPassedOn(path: string, { entries }: NonNullable<Rule['lookup']>): boolean {
  const isConsent = kinds.some(({ of, group }) => group === 'consent' && of.test(path));
  return isConsent && [...entries.keys()].every(key => answerInWords(key) !== undefined);
}

/** Warns if a part of `newsletter or sms` is another consent than that of the field: a yes to it alone would count. */
function partOfOther({ path, rule }: NamedRule): Diagnostic | undefined {
  const [expression, ...others] = ruleExpressions(rule);
  const isConsent = kinds.some(({ of, group }) => group === 'consent' && of.test(path));
  if (!isConsent || !expression || others.length > 0 || expression.answer !== undefined) return undefined;
  const parts = expression.source.split(' or ').map(part => part.trim());
  if (parts.length < 2 || !parts.every(part => /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(part))) return undefined;
  for (const part of parts) {
    const called = otherKind(path, wordsIn(part.split('.').slice(-1)));
    if (called === undefined) continue;
    const name = path.replace(/^additionalFields\./, '');
    const message = `${name} is yes if ${part} is, which by its name is ${called}`;
    const hint = `remove ${part}, so that only a yes to ${name} counts; if one answer gives both, add because: with its words`;
    return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
  }
  return undefined;
}

/** Returns the words of a rule's only path, and of texts that select in it; undefined for several paths. */
function nameRead(rule: Rule): { readonly words: string; readonly expression: Expression } | undefined {
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0) return undefined;
  if (expression.answer !== undefined) return { words: wordsIn([expression.answer]), expression };
  const [only, ...more] = placedPaths(expression).filter(({ steps }) => steps[0] !== '$event');
  if (!only) return undefined;
  const isSame = more.every(({ steps }) => steps.join('.').startsWith(only.steps.join('.')));
  if (!isSame && !expression.source.includes('[')) return undefined;
  const texts = expression.source.includes('[')
    ? nodesOf(treeOf(expression)).flatMap(({ type, value }) => (type === 'string' ? [String(value)] : []))
    : [];
  return { words: wordsIn([only.steps.at(-1) ?? '', ...texts]), expression };
}

/** Splits names into words: `lastName`, `last_name`. */
function wordsIn(names: readonly string[]): string {
  return names
    .map(name => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' '))
    .join(' ')
    .toLowerCase();
}

function warning({ path, rule }: NamedRule, expression: Expression, called: string): Diagnostic {
  const name = path.replace(/^additionalFields\./, '');
  const read = beginning(expression).replace(/^\w+: /, '');
  const message = `${name} reads ${read}, which by its name is ${called}`;
  const hint = `read what stands for ${name}; if the name misleads, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
}
