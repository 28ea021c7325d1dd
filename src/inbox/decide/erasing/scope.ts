import type {
  ErasureCounts,
  ErasureExtent,
  ErasureTarget,
  SeveralPeople,
  WhichPerson,
} from '../../erasure.ts';
import { textFinder } from '../../text-finder.ts';
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
} from '../people.ts';
import { peopleOf } from '../tell-people-apart.ts';
import type { Find, FoundEvent, PersonalData } from './personal-data.ts';
import { pickByText, pickEvents, pickRefusals, wordFinder } from './scan-events.ts';
import { personOf } from './whole-person.ts';

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
  readonly text: Find | undefined;
  /** Finds the text, or the person's ids, in what is kept beside events. */
  readonly find: Find;
}

/** Shorter numbers and links may mean anything where they stand in a sentence. */
const tellingId = 6;

/** Finds what a target means. Changes nothing. */
export async function findScope(
  data: PersonalData,
  target: ErasureTarget,
  extent: ErasureExtent,
): Promise<ErasureScope | WhichPerson | SeveralPeople> {
  const start = await startOf(data, target);
  if ('kind' in start) return start;
  const { found, links, text, people } = start;
  const rest = await restOf(data, people, extent);
  const goesByPerson = target.by === 'customerId' || target.by === 'link';
  const takesAll = goesByPerson || extent.person === true;
  const own = new Set(found.map(each => each.sequence));
  const others = rest.events.filter(each => !own.has(each.sequence));
  const events = takesAll ? [...found, ...others].sort((a, b) => a.sequence - b.sequence) : found;
  const otherLinks = rest.links.filter(row => !links.some(each => isSameLink(each, row)));
  const refusals = await pickRefusals(data, idsOf(events), text);
  const taken = new Set(refusals);
  const ofPerson = wordFinder(tellingIds(people));
  const allRefusals = await pickRefusals(data, idsOf(rest.events), extent.person ? ofPerson : undefined);
  const otherRefusals = allRefusals.filter(each => !taken.has(each));
  return {
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
  };
}

interface Start {
  readonly found: readonly FoundEvent[];
  readonly links: readonly LinkRow[];
  readonly people: readonly Person[];
  readonly text: ErasureScope['text'];
}

/** What the target itself names, and to whom it belongs. */
async function startOf(
  data: PersonalData,
  target: ErasureTarget,
): Promise<Start | WhichPerson | SeveralPeople> {
  switch (target.by) {
    case 'customerId':
    case 'link': {
      const person = await personOf(data, target);
      if ('kind' in person) return person;
      const sharers = target.by === 'link' ? await sharersOfLinks(data, person) : [];
      const others = [...sharers].map(each => ({ numbers: new Set([each]), links: person.links }));
      return { found: [], links: [], people: [person, ...others], text: undefined };
    }
    case 'event': {
      const event = await data.event(target.id);
      const found = event ? [event] : [];
      return { found, links: [], people: await peopleIn(data, found, []), text: undefined };
    }
    case 'q': {
      const text = textFinder(target.q);
      const found = await pickByText(data, text);
      const links = (await data.links()).filter(row => text(row.link_id) || text(row.customer_id));
      const start = { found, links, people: await peopleIn(data, found, links), text };
      return target.customerId === undefined ? start : narrowed(data, start, target);
    }
  }
}

/** Of what has a text, what is of the customer who is meant, and what is nobody's. */
async function narrowed(
  data: PersonalData,
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
  const mine = idsOf(await ofPerson(data, togetherOf(meant), { isShared: others.length > 0 }));
  const { numbers, links: theirLinks } = togetherOf(others);
  const theirs = idsOf(await ofPerson(data, { numbers, links: theirLinks }, { isShared: false }));
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
async function restOf(data: PersonalData, people: readonly Person[], { everyone }: ErasureExtent) {
  // Whoever is meant is asked first.
  if (people.length > 1 && !everyone) return { events: [], links: [], doubtful: 0 };
  const person = togetherOf(people);
  const isShared = !everyone && (await sharersOfLinks(data, person)).size > 0;
  const all = await ofPerson(data, person, { isShared: false });
  const events = isShared ? await ofPerson(data, person, { isShared }) : all;
  const links = linksOfPerson(person, await data.links());
  return { events, links, doubtful: all.length - events.length };
}

async function sharersOfLinks(data: PersonalData, person: Person): Promise<ReadonlySet<string>> {
  const links = [...person.links].map(key => textsOf(key)[1]);
  return sharersOf(person, await data.callsUnderLinks(links));
}

/** The events about a person; `isShared`: without those under nothing but a link that has stood for somebody else. */
async function ofPerson(
  data: PersonalData,
  person: Person,
  { isShared }: { readonly isShared: boolean },
): Promise<readonly FoundEvent[]> {
  if (person.numbers.size + person.links.size === 0) return [];
  return pickEvents(data, async step =>
    eventsAbout(person, await data.callsAbout(sequencesOf(step)), { isShared }),
  );
}

async function peopleIn(
  data: PersonalData,
  found: readonly FoundEvent[],
  links: readonly LinkRow[],
): Promise<readonly Person[]> {
  return peopleOf(await data.callsAbout(sequencesOf(found)), links, await data.links());
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
