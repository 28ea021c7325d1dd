import type { Actor, NewAuditEntry } from '../../audit.ts';
import {
  type Erased,
  type ErasureCounts,
  type ErasurePreview,
  type ErasureTarget,
  type Further,
  mostUnsearchedNamed,
  namedTexts,
  type SeveralPeople,
  type Unsearched,
  type WhichPerson,
} from '../../erasure.ts';
import { type Person, personView, textsOf } from '../people.ts';
import { type Eraser, erasedMark, type PersonalData } from './personal-data.ts';
import { countMentions } from './scan-events.ts';
import { type ErasureInputs, type ErasureScope, findScope } from './scope.ts';

/** Erases a person's events, links and refusals, and makes sure that no copy remains (Store.erase). */
export async function erasePerson(
  data: PersonalData,
  eraser: Eraser,
  request: ErasureInputs,
  actor: Actor,
): Promise<Erased | WhichPerson | SeveralPeople> {
  const { target, extent, readXml } = request;
  const scope = await findScope(data, request);
  if ('kind' in scope) return scope;
  if (scope.people.length > 1 && !extent.everyone) {
    return { kind: 'several', people: scope.people.map(personView) };
  }
  const number = await eraser.addEntry(entryOf(target, actor, scope.people));
  const gone = await eraser.events(scope.events);
  const refusals = await eraser.refusals(scope.refusals);
  const links = await eraser.links(scope.links);
  await eraser.wholes(scope.wholes);
  await eraser.ids(scope.find);
  const counts = { events: gone.length, links, refusals };
  await eraser.notes(scope.find, { number, detail: words(counts) });
  const isGone = await eraser.leaveNothing();
  const further = furtherOf(scope);
  const unsearched = unsearchedOf(scope);
  return {
    kind: 'erased',
    ...counts,
    ...(further && { further }),
    underWay: scope.events.length - gone.length,
    mentioned: await countMentions(data, target, extent, scope, readXml),
    ...(unsearched && { unsearched }),
    complete: isGone && !unsearched,
  };
}

/** Returns the result that an erasure would have (Store.previewErasure). It changes nothing. */
export async function previewOfErasure(
  data: PersonalData,
  request: ErasureInputs,
): Promise<ErasurePreview | WhichPerson | SeveralPeople> {
  const { target, extent, readXml } = request;
  const scope = await findScope(data, request);
  if ('kind' in scope) return scope;
  const unsearched = unsearchedOf(scope);
  const { events, links, refusals, people } = scope;
  const further = furtherOf(scope);
  return {
    kind: 'preview',
    events: events.length,
    links: links.length,
    refusals: refusals.length,
    people: people.map(personView),
    ...(further && { further }),
    mentioned: await countMentions(data, target, extent, scope, readXml),
    ...(unsearched && { unsearched }),
  };
}

/** The audit log keeps that something was erased and why, without the searched text. */
function entryOf(target: ErasureTarget, actor: Actor, people: readonly Person[]): NewAuditEntry {
  const known = people.flatMap(each => [...each.numbers, ...each.links].map(key => textsOf(key)[1]));
  const named = [...namedTexts(target), ...known].map(each => each.toLowerCase());
  const quotes = actor.why !== undefined && named.some(each => actor.why?.toLowerCase().includes(each));
  const about = {
    event: 'one event',
    refusal: 'one refusal',
    customerId: 'by a customer number',
    link: 'by a link',
    q: 'by a text',
  };
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

function unsearchedOf({ unsearched: { events, refusals } }: ErasureScope): Unsearched | undefined {
  if (events.length + refusals.length === 0) return undefined;
  const ids = [...events, ...refusals].slice(0, mostUnsearchedNamed);
  return { events: events.length, refusals: refusals.length, ids };
}

function words({ events, links, refusals }: ErasureCounts): string {
  return `events ${events}, links ${links}, refusals ${refusals}`;
}
