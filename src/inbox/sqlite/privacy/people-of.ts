import type { Connection } from '../connection.ts';
import { type AboutRow, type LinkRow, linkRows, numberKey, type Person, pair, placesOf } from './person.ts';

/**
 * Everybody whom calls of these events are about, and for whom these links stand. The numbers and links of one event
 * are one person, and so are a link and the numbers that it stands for; but two numbers at one destination are two,
 * whatever joins them.
 */
export function peopleOf(
  connection: Connection,
  events: readonly number[],
  found: readonly LinkRow[],
): readonly Person[] {
  const circle = createCircle();
  for (const row of found) circle.join(keysOfLink(row));
  for (const keys of keysOfEvents(connection, events)) circle.join(keys);
  const known = circle.people.size > 0 ? linkRows(connection).map(keysOfLink) : [];
  for (let grown = true; grown; ) {
    grown = known.filter(keys => circle.knows(keys) && circle.join(keys)).length > 0;
  }
  return [...circle.people].flatMap(apart);
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

/** The calls of each event, as far as they say whom they are about. */
function keysOfEvents(connection: Connection, events: readonly number[]): Iterable<Keys> {
  const rows = connection.all<AboutRow & { event: number }>(
    `SELECT DISTINCT event, destination, customer_id, link_people, link_id FROM call
     WHERE event IN (SELECT value FROM json_each(?)) AND (customer_id IS NOT NULL OR link_id IS NOT NULL)`,
    JSON.stringify(events),
  );
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

/** People who are told apart as long as nothing says that two of them are one. */
function createCircle() {
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
    /** Adds what is known of one person; answers whether that was new. */
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

/** The people behind one link that has stood for several: each has a number of their own, and nobody the link alone. */
function apart(person: Person): readonly Person[] {
  if (placesOf(person).size === person.numbers.size) return [person];
  return [...person.numbers].map(each => ({ numbers: new Set([each]), links: person.links }));
}
