import type { ErasureExtent, ErasureTarget, ReadXml } from '../../erasure.ts';
import { wordFinder } from '../../finding/text-finder.ts';
import { type Person, textsOf } from '../people.ts';
import type { EventStep, FoundEvent, PersonalData } from './personal-data.ts';
import { type Search, searchWith } from './search-texts.ts';

/**
 * Yields the current events, oldest first, in steps. Events that arrive meanwhile are not read, because the search
 * might never end.
 */
async function* eventSteps(
  data: PersonalData,
  which: 'all' | 'about nobody',
): AsyncGenerator<readonly FoundEvent[]> {
  const newest = await data.newestEvent();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const step: EventStep = await data.eventsBetween(after, newest, which);
    yield step.events;
    after = step.last;
  }
}

/** Reads all events, batch by batch; returns the selected ones. */
export async function pickEvents(
  data: PersonalData,
  pick: (step: readonly FoundEvent[]) => Promise<ReadonlySet<number>>,
): Promise<readonly FoundEvent[]> {
  const found: FoundEvent[] = [];
  for await (const step of eventSteps(data, 'all')) {
    const picked = await pick(step);
    for (const each of step) if (picked.has(each.sequence)) found.push(each);
  }
  return found;
}

/** The result of a search. `unclear`: the data that could not be searched, by public ids. */
export interface Picked<Each> {
  readonly found: readonly Each[];
  readonly unclear: readonly string[];
}

/** Returns the events that contain the searched text in any of their stored data. */
export async function searchEvents(data: PersonalData, search: Search): Promise<Picked<FoundEvent>> {
  const unclear: string[] = [];
  const found = await pickEvents(data, async step => {
    const seen = await searchStep(data, step, search);
    unclear.push(...seen.unclear);
    return new Set(seen.found.map(each => each.sequence));
  });
  return { found, unclear };
}

async function searchStep(
  data: PersonalData,
  step: readonly FoundEvent[],
  search: Search,
): Promise<Picked<FoundEvent>> {
  const events = new Map(step.map(each => [each.sequence, each]));
  const found: FoundEvent[] = [];
  const unclear: string[] = [];
  for await (const { sequence, kept } of data.eventTexts([...events.keys()])) {
    const event = events.get(sequence);
    const sight = event ? await search(kept) : 'absent';
    if (event && sight === 'found') found.push(event);
    if (event && sight === 'unclear') unclear.push(event.id);
  }
  return { found, unclear };
}

/** Returns the numbers of refusals that became one of these events, or contain the searched text. */
export async function pickRefusals(
  data: PersonalData,
  ids: ReadonlySet<string>,
  search: Search | undefined,
): Promise<Picked<number>> {
  const found: number[] = [];
  const unclear: string[] = [];
  for await (const { number, id, kept, acceptedAs } of data.refusalTexts()) {
    const sight = acceptedAs.some(each => ids.has(each)) ? 'found' : await search?.(kept);
    if (sight === 'found') found.push(number);
    if (sight === 'unclear') unclear.push(id);
  }
  return { found, unclear };
}

/** Returns the split webhooks, by their rows, that contain the searched text outside of their events. */
export async function searchWholes(data: PersonalData, search: Search): Promise<Picked<number>> {
  const found: number[] = [];
  const unclear: string[] = [];
  for await (const { request, event, kept } of data.wholeTexts()) {
    const sight = await search(kept);
    if (sight === 'found') found.push(request);
    if (sight === 'unclear') unclear.push(event);
  }
  return { found, unclear };
}

/**
 * Counts the events that a person must check: events whose calls name no person and that contain a number or a link
 * as a separate value; and events under a link that several people share.
 */
export async function countMentions(
  data: PersonalData,
  target: ErasureTarget,
  extent: ErasureExtent,
  scope: {
    readonly people: readonly Person[];
    readonly events: readonly FoundEvent[];
    readonly doubtful: number;
  },
  readXml: ReadXml | undefined,
): Promise<number> {
  const values = mentionedValues(target, extent, scope.people);
  if (values.length === 0) return scope.doubtful;
  const found = new Set(scope.events.map(each => each.sequence));
  const search = searchWith(wordFinder(values), { turn: data.turn, readXml });
  let mentioned = scope.doubtful;
  for await (const step of eventSteps(data, 'about nobody')) {
    const others = step.filter(each => !found.has(each.sequence));
    mentioned += (await searchStep(data, others, search)).found.length;
  }
  return mentioned;
}

function mentionedValues(
  target: ErasureTarget,
  { person }: ErasureExtent,
  people: readonly Person[],
): readonly string[] {
  if (target.by === 'customerId') return [target.customerId];
  if (target.by === 'link') return [target.link];
  return person ? people.flatMap(each => [...each.numbers, ...each.links].map(key => textsOf(key)[1])) : [];
}
