import { type AboutRow, type LinkRow, numberKey, type Person, pair, placesOf } from './people.ts';

/**
 * Returns the people of these calls and of the found links. The numbers and links of one event are one person, and so
 * are a link and its numbers (`known`: all links). Two numbers at one destination are always two people.
 */
export function peopleOf(
  calls: readonly AboutRow[],
  found: readonly LinkRow[],
  known: readonly LinkRow[],
): readonly Person[] {
  const groups = createGroups();
  for (const row of found) groups.join(keysOfLink(row));
  for (const keys of keysOfEvents(calls)) groups.join(keys);
  const links = groups.people.size > 0 ? known.map(keysOfLink) : [];
  for (let grown = true; grown; ) {
    grown = links.filter(keys => groups.knows(keys) && groups.join(keys)).length > 0;
  }
  return [...groups.people].flatMap(apart);
}

interface Keys {
  readonly numbers: readonly string[];
  readonly links: readonly string[];
}

function keysOfLink(row: LinkRow): Keys {
  return {
    numbers: [numberKey(row.destination, row.customer_id)],
    links: [pair(row.people, row.link_id)],
  };
}

/** Returns the keys of each event's person, from its calls. */
function keysOfEvents(rows: readonly AboutRow[]): Iterable<Keys> {
  return Map.groupBy(rows, row => row.event)
    .values()
    .map(calls => ({
      numbers: calls.flatMap(({ destination, customer_id }) =>
        customer_id === null ? [] : [numberKey(destination, customer_id)],
      ),
      links: calls.flatMap(({ link_people, link_id }) =>
        link_people === null || link_id === null ? [] : [pair(link_people, link_id)],
      ),
    }));
}

/** Groups of keys. A key that is in two groups joins them. */
function createGroups() {
  const people = new Set<Person>();
  const byNumber = new Map<string, Person>();
  const byLink = new Map<string, Person>();
  const add = (person: Person, { numbers, links }: Keys | Person) => {
    for (const each of numbers) {
      person.numbers.add(each);
      byNumber.set(each, person);
    }
    for (const each of links) {
      person.links.add(each);
      byLink.set(each, person);
    }
  };
  const knownIn = ({ numbers, links }: Keys) =>
    new Set([...numbers.map(each => byNumber.get(each)), ...links.map(each => byLink.get(each))]);
  return {
    people,
    knows: (keys: Keys) => [...knownIn(keys)].some(each => each !== undefined),
    /** Adds the keys of one person; returns true if that was new. */
    join(keys: Keys): boolean {
      const known = knownIn(keys);
      const [person, ...others] = [...known].flatMap(each => each ?? []);
      if (person && known.size === 1) return false;
      const one = person ?? { numbers: new Set<string>(), links: new Set<string>() };
      people.add(one);
      for (const other of others) {
        people.delete(other);
        add(one, other);
      }
      add(one, keys);
      return true;
    },
  };
}

/** Splits the people behind one shared link: each person has a number, and nobody has only the link. */
function apart(person: Person): readonly Person[] {
  if (placesOf(person).size === person.numbers.size) return [person];
  return [...person.numbers].map(each => ({ numbers: new Set([each]), links: person.links }));
}
