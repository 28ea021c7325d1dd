import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import { receiverLink } from '../../../mapping/doubts/people/receiver-link.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { confirmedBy } from '../../people/sender-id.ts';
import { type Wanted, whereOf } from '../trial.ts';

/**
 * Warns if stored events of different people have one link. Their e-mail addresses, phone numbers, ids, birthdays or first
 * names tell people apart. Three values of one kind count, or two of two kinds, since one person may correct a value.
 */
export function linksOfMany({ link }: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const read = link?.value.evaluateDirectly;
  const stored = events.filter(({ trial }) => trial.test === undefined);
  if (!link || !read || link.because !== undefined || stored.length < 2) return [];
  const groups = Map.groupBy(stored, ({ scope }) => JSON.stringify(read(scope) ?? null));
  for (const [id, group] of groups) {
    if (id === 'null' || group.length < 2) continue;
    const found = differencesIn(group);
    const [most, ...others] = found;
    if (!most || (most.count < mostPeople && others.length === 0)) continue;
    const differ = found
      .slice(0, 2)
      .map(({ at, count, kind }) => `${at} has ${count} different ${kind}`)
      .join(' and ');
    const message = `link is the same in ${group.length} stored events, and ${differ} in them, so many customers would share one link`;
    const hint = `write the path to the id or the e-mail address of the customer; ${confirmedBy(link.value.source)}`;
    return [diagnostic('mapping/sender-id', message, { hint, place: link.place, path: 'link' })];
  }
  return [];
}

/** Warns if the link is that of the receiver, as an event shows: the sender's own phone number, a page. */
export function linksOfReceiver(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  for (const [index, { trial, scope }] of events.slice(0, mostSearched).entries()) {
    const isWhole = index < mostBodies;
    const found = receiverLink(mapping, { input: trial.input, scope }, { where: whereOf(trial), isWhole });
    if (found) return [found];
  }
  return [];
}

const mostSearched = 200;
const mostBodies = 20;

/** The number of different values of one kind from which a link stands for several people. */
const mostPeople = 3;

/** Different values at one path. */
interface Difference {
  readonly at: string;
  readonly kind: string;
  readonly count: number;
}

/** Returns for each kind of value the path with the most different values, if there are several. */
function differencesIn(group: readonly Wanted[]): readonly Difference[] {
  const found = new Map<string, { readonly kind: Kind; readonly values: Set<string> }>();
  for (const { scope } of group) addValues(scope.input, '', found);
  const byKind = new Map<string, Difference>();
  for (const [at, { kind, values }] of found) {
    const count = values.size;
    if (count > 1 && count > (byKind.get(kind.called)?.count ?? 1))
      byKind.set(kind.called, { at, kind: kind.called, count });
  }
  return [...byKind.values()].toSorted((one, other) => other.count - one.count);
}

/** A kind of value that tells people apart. */
interface Kind {
  readonly called: string;
  /** The keys; by default any key. */
  readonly keys?: RegExp;
  /** The values. */
  readonly values: RegExp;
  readonly plain: (text: string) => string;
}

const lower = (text: string) => text.toLowerCase();

const kinds: readonly Kind[] = [
  { called: 'e-mail addresses', values: /^[^\s@]{1,100}@[^\s@]{3,200}$/, plain: lower },
  {
    called: 'phone numbers',
    keys: /(?:phone|phonenumber|telefon|telefonnummer|telephone|tel|mobil|mobile|mobiel|mobilnummer|mobilenumber|handy|handynummer|gsm|whatsapp)$/i,
    values: /^\+?[\d\s()/.-]{7,25}$/,
    plain: text => text.replace(/\D/g, '').slice(-8),
  },
  {
    called: 'birthdays',
    keys: /(?:birthday|birthdate|dateofbirth|dob|geburtstag|geburtsdatum|geburtsdag|geboortedatum|datenaissance|naissance)$/i,
    values: /^[^@]{6,40}$/,
    plain: lower,
  },
  {
    called: 'ids',
    keys: /^(?:from|waid|psid|(?:contact|kontakt|person|customer|kunden|client|klant|patient(?:en)?|member|subscriber|profile|lead)(?:id|number|nr|no|nummer))$/i,
    values: /^[\w+.:-]{1,80}$/,
    plain: lower,
  },
  {
    called: 'first names',
    keys: /^(?:firstname|vorname|prenom|prénom|voornaam|givenname|nombre)$/i,
    values: /^\p{L}[\p{L}\s.'’-]{1,40}$/u,
    plain: lower,
  },
];

/** Collects the values that tell people apart by their paths, in at most five levels of objects. */
function addValues(
  value: unknown,
  at: string,
  found: Map<string, { readonly kind: Kind; readonly values: Set<string> }>,
  depth = 0,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 5) return;
  for (const [key, each] of Object.entries(value)) {
    const place = at === '' ? keyText(key) : `${at}.${keyText(key)}`;
    if (typeof each === 'object') addValues(each, place, found, depth + 1);
    if (typeof each !== 'string' && typeof each !== 'number') continue;
    const text = String(each).trim();
    const name = key.replace(/[^\p{L}]/gu, '');
    const kind = kinds.find(({ keys, values }) => (!keys || keys.test(name)) && values.test(text));
    if (!kind) continue;
    const known = found.get(place) ?? { kind, values: new Set<string>() };
    if (known.kind === kind) found.set(place, { kind, values: known.values.add(kind.plain(text)) });
  }
}
