import {
  type ErasureCounts,
  type ErasureExtent,
  type ErasureTarget,
  type ReadXml,
  type SeveralPeople,
  type WhichPerson,
  wordsApart,
} from '../../erasure.ts';
import { type Finder, isIn, textFinder, wordFinder } from '../../finding/text-finder.ts';
import {
  eventsAbout,
  type LinkRow,
  linksOfPerson,
  mergedPerson,
  numberKey,
  type Person,
  personView,
  sharersOf,
  textsOf,
} from '../people.ts';
import { peopleOf } from '../tell-people-apart.ts';
import type { Find, FoundEvent, PersonalData } from './personal-data.ts';
import { pickEvents, pickRefusals, searchEvents, searchWholes } from './scan-events.ts';
import { type Search, searchForAll } from './search-texts.ts';
import { personOf } from './whole-person.ts';

/** The requested erasure, and its extent. */
export interface ErasureInputs {
  readonly target: ErasureTarget;
  readonly extent: ErasureExtent;
  readonly readXml: ReadXml | undefined;
}

/** The data that an erasure concerns. */
export interface ErasureScope {
  readonly events: readonly FoundEvent[];
  readonly links: readonly LinkRow[];
  /** The refusals, by their numbers. */
  readonly refusals: readonly number[];
  /** The people to whom these data belong. If there are several, a person must choose first. */
  readonly people: readonly Person[];
  /** Further data of these people, which are not erased. */
  readonly further: ErasureCounts;
  /** The number of events under a shared link whose person is unknown. */
  readonly doubtful: number;
  /** Split webhooks with the text outside of their events, by their rows. */
  readonly wholes: readonly number[];
  /** The data that stay although they may contain the searched text, by public ids. */
  readonly unsearched: { readonly events: readonly string[]; readonly refusals: readonly string[] };
  /** Finds the text, or the person's ids, in data that belong to no event. */
  readonly find: Find;
}

/** The minimum length of numbers and links that are searched inside sentences; shorter ones occur by chance. */
const tellingId = 6;

/** Finds the data of a target. Changes nothing. */
export async function findScope(
  data: PersonalData,
  { target, extent, readXml }: ErasureInputs,
): Promise<ErasureScope | WhichPerson | SeveralPeople> {
  const searchFor = (finders: readonly Finder[]) => searchForAll(finders, { turn: data.turn, readXml });
  const start = await startOf(data, target, searchFor);
  if ('kind' in start) return start;
  const { found, links, text, people } = start;
  const rest = await restOf(data, people, extent);
  const goesByPerson = target.by === 'customerId' || target.by === 'link';
  const takesAll = goesByPerson || extent.person === true;
  const own = new Set(found.map(each => each.sequence));
  const others = rest.events.filter(each => !own.has(each.sequence));
  const events = takesAll ? [...found, ...others].sort((a, b) => a.sequence - b.sequence) : found;
  const otherLinks = rest.links.filter(row => !links.some(each => isSameLink(each, row)));
  const refusals = await pickRefusals(data, idsOf(events), text && searchFor(text));
  const taken = new Set([...start.refusals, ...refusals.found]);
  const ofPerson = wordFinder(tellingIds(people));
  const isTheirs = extent.person ? searchFor([ofPerson]) : undefined;
  const allRefusals = await pickRefusals(data, idsOf(rest.events), isTheirs);
  const otherRefusals = allRefusals.found.filter(each => !taken.has(each));
  const wholes = text ? await searchWholes(data, searchFor(text)) : { found: [], unclear: [] };
  const erased = idsOf(events);
  const unclear = [...start.unclear, ...wholes.unclear].filter(id => !erased.has(id));
  return {
    events,
    links: takesAll ? [...links, ...otherLinks] : links,
    refusals: takesAll ? [...taken, ...otherRefusals] : [...taken],
    people: target.by === 'event' && !extent.person && people.length > 1 ? [] : people,
    further: takesAll
      ? { events: 0, links: 0, refusals: 0 }
      : { events: others.length, links: otherLinks.length, refusals: otherRefusals.length },
    doubtful: rest.doubtful,
    wholes: wholes.found,
    unsearched: { events: [...new Set(unclear)], refusals: refusals.unclear },
    find: each => (text !== undefined && areIn(text, each)) || (takesAll && isIn(ofPerson, each)),
  };
}

interface Start {
  readonly found: readonly FoundEvent[];
  /** The refusals, by their numbers. */
  readonly refusals: readonly number[];
  /** The events that could not be searched. */
  readonly unclear: readonly string[];
  readonly links: readonly LinkRow[];
  readonly people: readonly Person[];
  /** Returns the finders of the searched text: one, or one for each of its words. */
  readonly text: readonly Finder[] | undefined;
}

const noStart: Start = { found: [], refusals: [], unclear: [], links: [], people: [], text: undefined };

/** Returns the data that match the target directly, and their person. */
async function startOf(
  data: PersonalData,
  target: ErasureTarget,
  searchFor: (finders: readonly Finder[]) => Search,
): Promise<Start | WhichPerson | SeveralPeople> {
  switch (target.by) {
    case 'customerId':
    case 'link': {
      const person = await personOf(data, target);
      if ('kind' in person) return person;
      const sharers = target.by === 'link' ? await sharersOfLinks(data, person) : [];
      const others = [...sharers].map(each => ({ numbers: new Set([each]), links: person.links }));
      return { ...noStart, people: [person, ...others] };
    }
    case 'event': {
      const event = await data.event(target.id);
      const found = event ? [event] : [];
      return { ...noStart, found, people: await peopleIn(data, found, []) };
    }
    case 'refusal': {
      const number = await data.refusal(target.id);
      return { ...noStart, refusals: number === undefined ? [] : [number] };
    }
    case 'q': {
      const text = findersOf(target);
      const { found, unclear } = await searchEvents(data, searchFor(text));
      const links = await linksWith(data, text);
      const start = { ...noStart, found, unclear, links, people: await peopleIn(data, found, links), text };
      return target.customerId === undefined ? start : narrowed(data, start, target);
    }
  }
}

function findersOf({ q, apart }: Extract<ErasureTarget, { by: 'q' }>): readonly Finder[] {
  const words = apart ? wordsApart(q) : [];
  return words.length > 0 ? words.map(each => wordFinder([each])) : [textFinder(q)];
}

function areIn(finders: readonly Finder[], text: string): boolean {
  return finders.every(each => isIn(each, text));
}

/** The number of links that are processed before other work gets its turn. */
const linkStep = 500;

async function linksWith(data: PersonalData, text: readonly Finder[]): Promise<readonly LinkRow[]> {
  const links: LinkRow[] = [];
  for (const [at, row] of (await data.links()).entries()) {
    if (at % linkStep === linkStep - 1) await data.turn();
    if (areIn(text, `${row.link_id}\n${row.customer_id}`)) links.push(row);
  }
  return links;
}

/** Returns the part of the data with a text that belongs to the selected customer or to nobody. */
async function narrowed(
  data: PersonalData,
  { found, unclear, links, people, text }: Start,
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
  // No person with the text has this number, so one must be chosen again.
  if (meant.length === 0 && others.length > 0) return { kind: 'several', people: others.map(personView) };
  const mine = idsOf(await ofPerson(data, mergedPerson(meant), { isShared: others.length > 0 }));
  const { numbers, links: theirLinks } = mergedPerson(others);
  const theirs = idsOf(await ofPerson(data, { numbers, links: theirLinks }, { isShared: false }));
  const isTheirs = (row: LinkRow) => numbers.has(numberKey(row.destination, row.customer_id));
  return {
    ...noStart,
    unclear,
    found: found.filter(({ id }) => mine.has(id) || !theirs.has(id)),
    links: links.filter(row => !isTheirs(row)),
    people: meant,
    // Other people have the text too, so it does not show to whom a refusal or a note belongs.
    text: others.length === 0 ? text : undefined,
  };
}

/** Returns all data of these people. */
async function restOf(data: PersonalData, people: readonly Person[], { everyone }: ErasureExtent) {
  // A person must be chosen first.
  if (people.length > 1 && !everyone) return { events: [], links: [], doubtful: 0 };
  const person = mergedPerson(people);
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

/**
 * Returns the events about a person. `isShared`: without events under only a link that has also belonged to somebody
 * else.
 */
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
