import {
  eventsAbout,
  type LinkRow,
  linksOfPerson,
  numberKey,
  type Person,
  personView,
  sharersOf,
  textsOf,
  togetherOf,
} from '../../decide/people.ts';
import { peopleOf } from '../../decide/tell-people-apart.ts';
import type {
  ErasureCounts,
  ErasureExtent,
  ErasureTarget,
  SeveralPeople,
  WhichPerson,
} from '../../erasure.ts';
import { textFinder } from '../../text-finder.ts';
import type { Connection } from '../connection.ts';
import { callsAbout, callsUnderLinks, linkRows, personOf } from './person.ts';
import { pickByText, pickEvents, pickRefusals, type Scan, wordFinder } from './scan-events.ts';

/** An event that was found. */
export interface FoundEvent {
  readonly sequence: number;
  readonly id: string;
}

/** What an erasure concerns. */
export interface ErasureScope {
  readonly events: readonly FoundEvent[];
  readonly links: readonly LinkRow[];
  /** By their numbers. */
  readonly refusals: readonly number[];
  /** Everybody to whom that belongs, where it must be clear who is meant; more than one: it is not. */
  readonly people: readonly Person[];
  /** What else there is of them, and is left. */
  readonly further: ErasureCounts;
  /** Events under a link that several share, of which nothing tells whose they are. */
  readonly doubtful: number;
  /** The text that was looked for. */
  readonly text: ((text: string) => boolean) | undefined;
  /** Finds the text, or the person's ids, in what is kept beside events. */
  readonly find: (text: string) => boolean;
}

/** Shorter numbers and links may mean anything where they stand in a sentence. */
const tellingId = 6;

/** Finds what a target means. Changes nothing. */
export async function findScope(
  scan: Scan,
  target: ErasureTarget,
  extent: ErasureExtent,
): Promise<ErasureScope | WhichPerson | SeveralPeople> {
  const { queue } = scan;
  const start = await startOf(scan, target);
  if ('kind' in start) return start;
  const { found, links, text, people } = start;
  const rest = await restOf(scan, people, extent);
  const goesByPerson = target.by === 'customerId' || target.by === 'link';
  const takesAll = goesByPerson || extent.person === true;
  const own = new Set(found.map(each => each.sequence));
  const others = rest.events.filter(each => !own.has(each.sequence));
  const events = takesAll ? [...found, ...others].sort((a, b) => a.sequence - b.sequence) : found;
  const otherLinks = rest.links.filter(row => !links.some(each => isSameLink(each, row)));
  const refusals = await pickRefusals(scan, idsOf(events), text);
  const taken = new Set(refusals);
  const ofPerson = wordFinder(tellingIds(people));
  const allRefusals = await pickRefusals(scan, idsOf(rest.events), extent.person ? ofPerson : undefined);
  const otherRefusals = allRefusals.filter(each => !taken.has(each));
  return queue.read(() => ({
    events,
    links: takesAll ? [...links, ...otherLinks] : links,
    refusals: takesAll ? [...refusals, ...otherRefusals] : refusals,
    people: target.by === 'event' && !extent.person && people.length > 1 ? [] : people,
    further: takesAll
      ? { events: 0, links: 0, refusals: 0 }
      : { events: others.length, links: otherLinks.length, refusals: otherRefusals.length },
    doubtful: rest.doubtful,
    text,
    find: each => text?.(each) === true || (takesAll && ofPerson(each)),
  }));
}

interface Start {
  readonly found: readonly FoundEvent[];
  readonly links: readonly LinkRow[];
  readonly people: readonly Person[];
  readonly text: ErasureScope['text'];
}

/** What the target itself names, and to whom it belongs. */
async function startOf(scan: Scan, target: ErasureTarget): Promise<Start | WhichPerson | SeveralPeople> {
  const { connection, queue } = scan;
  switch (target.by) {
    case 'customerId':
    case 'link': {
      const person = await queue.read(() => personOf(connection, target));
      if ('kind' in person) return person;
      const sharers =
        target.by === 'link'
          ? await queue.read(() => sharersOf(person, callsUnderLinks(connection, person)))
          : [];
      const others = [...sharers].map(each => ({ numbers: new Set([each]), links: person.links }));
      return { found: [], links: [], people: [person, ...others], text: undefined };
    }
    case 'event': {
      const found = await queue.read(() =>
        connection.all<FoundEvent>('SELECT sequence, id FROM event WHERE id = ?', target.id),
      );
      const people = await queue.read(() => peopleIn(connection, found, []));
      return { found, links: [], people, text: undefined };
    }
    case 'q': {
      const text = textFinder(target.q);
      const found = await pickByText(scan, text);
      const links = await queue.read(() =>
        linkRows(connection).filter(row => text(row.link_id) || text(row.customer_id)),
      );
      const people = await queue.read(() => peopleIn(connection, found, links));
      const start = { found, links, people, text };
      return target.customerId === undefined ? start : narrowed(scan, start, target);
    }
  }
}

/** Of what has a text, what is of the customer who is meant, and what is nobody's. */
async function narrowed(
  scan: Scan,
  { found, links, people, text }: Start,
  { customerId = '', destination }: Extract<ErasureTarget, { by: 'q' }>,
): Promise<Start | WhichPerson | SeveralPeople> {
  const places = people
    .flatMap(each => [...each.numbers])
    .filter(key => key === numberKey(destination ?? textsOf(key)[0], customerId))
    .map(key => textsOf(key)[0]);
  if (places.length > 1) return { kind: 'which', among: places };
  const key = numberKey(places[0] ?? '', customerId);
  const meant = people.filter(each => each.numbers.has(key));
  const others = people.filter(each => !each.numbers.has(key));
  // Nobody who has the text has this number: whoever is meant is asked once more.
  if (meant.length === 0 && others.length > 0) return { kind: 'several', people: others.map(personView) };
  const mine = idsOf(await ofPerson(scan, togetherOf(meant), { isShared: others.length > 0 }));
  const { numbers, links: theirLinks } = togetherOf(others);
  const theirs = idsOf(await ofPerson(scan, { numbers, links: theirLinks }, { isShared: false }));
  const isTheirs = (row: LinkRow) => numbers.has(numberKey(row.destination, row.customer_id));
  return {
    found: found.filter(({ id }) => mine.has(id) || !theirs.has(id)),
    links: links.filter(row => !isTheirs(row)),
    people: meant,
    // The text is the others' too, so it does not tell whose a refusal or a note is.
    text: others.length === 0 ? text : undefined,
  };
}

/** Everything of the people. */
async function restOf(scan: Scan, people: readonly Person[], { everyone }: ErasureExtent) {
  const { connection, queue } = scan;
  // Whoever is meant is asked first.
  if (people.length > 1 && !everyone) return { events: [], links: [], doubtful: 0 };
  const person = togetherOf(people);
  const isShared =
    !everyone && (await queue.read(() => sharersOf(person, callsUnderLinks(connection, person)).size > 0));
  const all = await ofPerson(scan, person, { isShared: false });
  const events = isShared ? await ofPerson(scan, person, { isShared }) : all;
  const links = await queue.read(() => linksOfPerson(person, linkRows(connection)));
  return { events, links, doubtful: all.length - events.length };
}

/** The events about a person; `isShared`: without those under nothing but a link that has stood for somebody else. */
async function ofPerson(
  scan: Scan,
  person: Person,
  { isShared }: { readonly isShared: boolean },
): Promise<readonly FoundEvent[]> {
  if (person.numbers.size + person.links.size === 0) return [];
  const { connection, queue } = scan;
  return pickEvents(scan, step =>
    queue.read(() => eventsAbout(person, callsAbout(connection, sequencesOf(step)), { isShared })),
  );
}

function peopleIn(
  connection: Connection,
  found: readonly FoundEvent[],
  links: readonly LinkRow[],
): readonly Person[] {
  return peopleOf(callsAbout(connection, sequencesOf(found)), links, linkRows(connection));
}

function tellingIds(people: readonly Person[]): readonly string[] {
  const ids = people.flatMap(each => [...each.numbers, ...each.links].map(key => textsOf(key)[1]));
  return ids.filter(id => id.length >= tellingId);
}

function sequencesOf(found: readonly FoundEvent[]): readonly number[] {
  return found.map(each => each.sequence);
}

function idsOf(found: readonly FoundEvent[]): ReadonlySet<string> {
  return new Set(found.map(each => each.id));
}

function isSameLink(one: LinkRow, other: LinkRow): boolean {
  return (
    one.people === other.people && one.link_id === other.link_id && one.destination === other.destination
  );
}
