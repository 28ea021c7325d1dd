import type { Actor, NewAuditEntry } from '../../audit.ts';
import {
  type Erased,
  type ErasureCounts,
  type ErasureExtent,
  type ErasurePreview,
  type ErasureTarget,
  type Further,
  namedTexts,
  type SeveralPeople,
  type WhichPerson,
} from '../../erasure.ts';
import { type Person, personView, textsOf } from '../people.ts';
import { type Eraser, erasedMark, type PersonalData } from './personal-data.ts';
import { countMentions } from './scan-events.ts';
import { type ErasureScope, findScope } from './scope.ts';

/** What is erased, and how far it goes. */
export interface ErasureWish {
  readonly target: ErasureTarget;
  readonly extent: ErasureExtent;
}

/** Erases a person's events, links and refusals, and sees to it that nothing is left of them (Store.erase). */
export async function erasePerson(
  data: PersonalData,
  eraser: Eraser,
  { target, extent }: ErasureWish,
  actor: Actor,
): Promise<Erased | WhichPerson | SeveralPeople> {
  const scope = await findScope(data, target, extent);
  if ('kind' in scope) return scope;
  if (scope.people.length > 1 && !extent.everyone) {
    return { kind: 'several', people: scope.people.map(personView) };
  }
  const number = await eraser.addEntry(entryOf(target, actor, scope.people));
  const gone = await eraser.events(scope.events);
  const refusals = await eraser.refusals(scope.refusals);
  const links = await eraser.links(scope.links);
  if (scope.text) await eraser.wholes(scope.text);
  await eraser.ids(scope.find);
  const counts = { events: gone.length, links, refusals };
  await eraser.notes(scope.find, { number, detail: words(counts) });
  const complete = await eraser.leaveNothing();
  const further = furtherOf(scope);
  return {
    kind: 'erased',
    ...counts,
    ...(further && { further }),
    underWay: scope.events.length - gone.length,
    mentioned: await countMentions(data, target, extent, scope),
    complete,
  };
}

/** What an erasure would find (Store.previewErasure). Changes nothing. */
export async function previewOfErasure(
  data: PersonalData,
  { target, extent }: ErasureWish,
): Promise<ErasurePreview | WhichPerson | SeveralPeople> {
  const scope = await findScope(data, target, extent);
  if ('kind' in scope) return scope;
  const { events, links, refusals, people } = scope;
  const further = furtherOf(scope);
  return {
    kind: 'preview',
    events: events.length,
    links: links.length,
    refusals: refusals.length,
    people: people.map(personView),
    ...(further && { further }),
    mentioned: await countMentions(data, target, extent, scope),
  };
}

/** The trail keeps that something was erased and why, without the text that it went by. */
function entryOf(target: ErasureTarget, actor: Actor, people: readonly Person[]): NewAuditEntry {
  const known = people.flatMap(each => [...each.numbers, ...each.links].map(key => textsOf(key)[1]));
  const named = [...namedTexts(target), ...known].map(each => each.toLowerCase());
  const quotes = actor.why !== undefined && named.some(each => actor.why?.toLowerCase().includes(each));
  const about = { event: 'one event', customerId: 'by a customer number', link: 'by a link', q: 'by a text' };
  return {
    who: actor.who,
    what: 'erase',
    about: about[target.by],
    ...(target.by === 'event' && { event: target.id }),
    ...(actor.why !== undefined && { why: quotes ? erasedMark : actor.why }),
  };
}

function furtherOf({ further, people }: ErasureScope): Further | undefined {
  const [person, ...more] = people;
  const { events, links, refusals } = further;
  if (!person || more.length > 0 || events + links + refusals === 0) return undefined;
  return { ...further, ...personView(person) };
}

function words({ events, links, refusals }: ErasureCounts): string {
  return `events ${events}, links ${links}, refusals ${refusals}`;
}
