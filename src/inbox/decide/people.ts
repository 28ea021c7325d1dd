import { withoutZeros } from '../call.ts';
import type { PersonView } from '../erasure.ts';

/** A person in the store. The texts in its sets are keys of pairs. */
export interface Person {
  /** `[destination, number]`; the number has no leading zeros. */
  readonly numbers: Set<string>;
  /** `[people, link]` */
  readonly links: Set<string>;
}

/** The row of a link. */
export interface LinkRow {
  people: string;
  link_id: string;
  destination: string;
  customer_id: string;
}

/** The columns of a call that identify its person. */
export interface AboutRow {
  event: number;
  destination: string;
  customer_id: string | null;
  link_people: string | null;
  link_id: string | null;
}

/** Returns two texts as one. */
export function pair(one: string, other: string): string {
  return JSON.stringify([one, other]);
}

/** Returns the key of a number at a destination. */
export function numberKey(destination: string, customerId: string): string {
  return pair(destination, withoutZeros(customerId));
}

/** Returns the two texts of a key. */
export function textsOf(key: string): readonly [string, string] {
  return JSON.parse(key) as [string, string];
}

/** Returns a person for display. */
export function personView({ numbers, links }: Person): PersonView {
  return {
    customers: [...numbers].map(textsOf).map(([destination, customerId]) => ({ destination, customerId })),
    linked: [...links].map(textsOf).map(([people, link]) => ({ people, link })),
  };
}

/** Returns the destinations at which a number of the person is known. */
export function placesOf({ numbers }: Person): ReadonlySet<string> {
  return new Set([...numbers].map(key => textsOf(key)[0]));
}

/** Returns several people as one. */
export function mergedPerson(people: readonly Person[]): Person {
  return {
    numbers: new Set(people.flatMap(each => [...each.numbers])),
    links: new Set(people.flatMap(each => [...each.links])),
  };
}

/**
 * Returns the links of a person. If a link also belongs to another number at a destination where the person's number
 * is known, it is shared and left out.
 */
export function linksOfPerson(person: Person, known: readonly LinkRow[]): readonly LinkRow[] {
  const places = placesOf(person);
  return known.filter(
    row =>
      person.numbers.has(numberKey(row.destination, row.customer_id)) ||
      (person.links.has(pair(row.people, row.link_id)) && !places.has(row.destination)),
  );
}

/**
 * Returns the customer numbers that the person's links also stood for in calls: `[destination, number]`. A family may
 * share a link.
 */
export function sharersOf(person: Person, calls: readonly Omit<AboutRow, 'event'>[]): ReadonlySet<string> {
  const { numbers, links } = person;
  const places = placesOf(person);
  const others = calls.flatMap(({ destination, customer_id, link_people, link_id }) => {
    if (customer_id === null || !links.has(pair(link_people ?? '', link_id ?? ''))) return [];
    const key = numberKey(destination, customer_id);
    return numbers.has(key) || !places.has(destination) ? [] : [key];
  });
  return new Set(others);
}

/**
 * Returns the events of calls about the person: under one of the numbers, or only under a link if nobody else has
 * used the person's links (`isShared`).
 */
export function eventsAbout(
  person: Person,
  calls: readonly AboutRow[],
  { isShared }: { readonly isShared: boolean },
): ReadonlySet<number> {
  const { numbers, links } = person;
  const places = placesOf(person);
  const about = ({ destination, customer_id, link_people, link_id }: AboutRow) => {
    if (customer_id !== null && numbers.has(numberKey(destination, customer_id))) return true;
    if (link_people === null || link_id === null || !links.has(pair(link_people, link_id))) return false;
    return customer_id === null ? !isShared : !places.has(destination);
  };
  return new Set(calls.filter(about).map(row => row.event));
}
