import type { ErasureExtent, ErasureTarget } from '../../erasure.ts';
import { type Person, textsOf } from '../people.ts';
import type { EventStep, Find, FoundEvent, PersonalData } from './personal-data.ts';

/**
 * The events that there are by now, oldest first, a step at a time: where webhooks come faster than they are looked at,
 * looking for what comes meanwhile would have no end.
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

/** Goes through all events, a step at a time; answers those that are picked. */
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

/** The events that have the text in anything that is kept of them. */
export function pickByText(data: PersonalData, find: Find): Promise<readonly FoundEvent[]> {
  return pickEvents(data, step => withText(data, step, find));
}

async function withText(
  data: PersonalData,
  step: readonly FoundEvent[],
  find: Find,
): Promise<ReadonlySet<number>> {
  const fits = new Set<number>();
  for await (const { sequence, text } of data.eventTexts(step.map(each => each.sequence))) {
    if (find(text)) fits.add(sequence);
  }
  return fits;
}

/** The refusals that were taken in as one of these events, or have the text; by their numbers. */
export async function pickRefusals(
  data: PersonalData,
  ids: ReadonlySet<string>,
  find: Find | undefined,
): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const { number, text, acceptedAs } of data.refusalTexts()) {
    if (acceptedAs.some(id => ids.has(id)) || find?.(text)) numbers.push(number);
  }
  return numbers;
}

/**
 * How many events a person must look at: no call says whom they are about, and they hold a number or a link as a value
 * of its own; or they came under a link that several people share.
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
): Promise<number> {
  const values = mentionedValues(target, extent, scope.people);
  if (values.length === 0) return scope.doubtful;
  const found = new Set(scope.events.map(each => each.sequence));
  const find = wordFinder(values);
  let mentioned = scope.doubtful;
  for await (const step of eventSteps(data, 'about nobody')) {
    const others = step.filter(each => !found.has(each.sequence));
    mentioned += (await withText(data, others, find)).size;
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

/** Finds any of some values where it stands as a value of its own. */
export function wordFinder(values: readonly string[]): Find {
  const any = values.map(each => RegExp.escape(each)).join('|');
  const find = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'u');
  return text => values.length > 0 && find.test(text);
}
