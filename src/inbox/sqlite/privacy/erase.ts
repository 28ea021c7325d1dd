import { setImmediate as turn } from 'node:timers/promises';
import type { Actor } from '../../audit.ts';
import { type LinkRow, type Person, personView, textsOf } from '../../decide/people.ts';
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
import type { Claims } from '../../owned/claims.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection.ts';
import type { Checkpointer } from '../file/checkpointer.ts';
import { addAudit, completeAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { deleteEvents, leaveNothing } from './deletion.ts';
import { eraseNotes, forgetIds } from './erase-notes.ts';
import { countMentions, eraseWholes, type Scan, stepSize } from './scan-events.ts';
import { type ErasureScope, type FoundEvent, findScope } from './scope.ts';

/** Erases what is kept of a person. */
export function erasure({ connection, queue, checkpointer, claims, clock }: Parts) {
  return {
    erase: (target, actor, extent = {}) =>
      erase({ connection, queue, checkpointer, claims, actor, now: clock.now }, target, extent),
    previewErasure: (target, extent = {}) => previewErasure({ connection, queue }, target, extent),
  } satisfies Partial<Store>;
}

/** What erasing works with. */
interface Erasing extends Scan {
  readonly checkpointer: Pick<Checkpointer, 'idle' | 'syncLog'>;
  readonly claims: Claims;
  readonly actor: Actor;
  readonly now: () => number;
}

/** Erases a person's events, links and refusals, and sees to it that no file holds them any more (Store.erase). */
async function erase(
  erasing: Erasing,
  target: ErasureTarget,
  extent: ErasureExtent,
): Promise<Erased | WhichPerson | SeveralPeople> {
  const { connection, queue, checkpointer } = erasing;
  const scope = await findScope(erasing, target, extent);
  if ('kind' in scope) return scope;
  if (scope.people.length > 1 && !extent.everyone) {
    return { kind: 'several', people: scope.people.map(personView) };
  }
  const { find } = scope;
  const number = await queue.write(() => begin(erasing, target, scope.people));
  const ids = await eraseEvents(erasing, scope.events);
  const refusals = await queue.write(() => eraseRefusals(connection, scope.refusals));
  const links = await queue.write(() => eraseLinks(connection, scope.links));
  if (scope.text) await eraseWholes(erasing, scope.text);
  for (let after: number | undefined = 0; after !== undefined; await turn()) {
    const from: number = after;
    after = await queue.write(() => forgetIds(connection, find, from, 50 * stepSize));
  }
  const counts = { events: ids.length, links, refusals };
  await queue.write(() => {
    completeAudit(connection, number, words(counts));
    eraseNotes(connection, find);
  });
  const complete = await leaveNothing(connection, queue, checkpointer);
  const further = furtherOf(scope);
  return {
    kind: 'erased',
    ...counts,
    ...(further && { further }),
    underWay: scope.events.length - ids.length,
    mentioned: await countMentions(erasing, target, extent, scope),
    complete,
  };
}

/** What an erasure would find (Store.previewErasure). Changes nothing. */
async function previewErasure(
  scan: Scan,
  target: ErasureTarget,
  extent: ErasureExtent,
): Promise<ErasurePreview | WhichPerson | SeveralPeople> {
  const scope = await findScope(scan, target, extent);
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
    mentioned: await countMentions(scan, target, extent, scope),
  };
}

/** The trail keeps that something was erased and why, without the text that it went by. */
function begin(
  { connection, actor, now }: Erasing,
  target: ErasureTarget,
  people: readonly Person[],
): number {
  const known = people.flatMap(each => [...each.numbers, ...each.links].map(key => textsOf(key)[1]));
  const named = [...namedTexts(target), ...known].map(each => each.toLowerCase());
  const quotes = actor.why !== undefined && named.some(each => actor.why?.toLowerCase().includes(each));
  const about = { event: 'one event', customerId: 'by a customer number', link: 'by a link', q: 'by a text' };
  const entry = {
    who: actor.who,
    what: 'erase' as const,
    about: about[target.by],
    ...(target.by === 'event' && { event: target.id }),
    ...(actor.why !== undefined && { why: quotes ? '[erased]' : actor.why }),
  };
  return addAudit(connection, entry, now());
}

function furtherOf({ further, people }: ErasureScope): Further | undefined {
  const [person, ...more] = people;
  const { events, links, refusals } = further;
  if (!person || more.length > 0 || events + links + refusals === 0) return undefined;
  return { ...further, ...personView(person) };
}

/** What is being sent right now stays: its result must find its place. */
async function eraseEvents(
  { connection, queue, claims }: Erasing,
  found: readonly FoundEvent[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let start = 0; start < found.length; start += stepSize) {
    const part = found.slice(start, start + stepSize);
    const gone = await queue.write(() => {
      const free = part.filter(each => !isClaimed(connection, claims, each.sequence));
      deleteEvents(
        connection,
        free.map(each => each.sequence),
        'erased',
      );
      return free;
    });
    ids.push(...gone.map(each => each.id));
  }
  return ids;
}

function isClaimed(connection: Connection, claims: Claims, sequence: number): boolean {
  return connection
    .all<{ id: number }>('SELECT id FROM call WHERE event = ?', sequence)
    .some(call => claims.has(call.id));
}

function eraseRefusals(connection: Connection, numbers: readonly number[]): number {
  return connection.run(
    'DELETE FROM refusal WHERE number IN (SELECT value FROM json_each(?))',
    JSON.stringify(numbers),
  );
}

function eraseLinks(connection: Connection, rows: readonly LinkRow[]): number {
  return rows.reduce(
    (count, row) =>
      count +
      connection.run(
        'DELETE FROM link WHERE people = ? AND link_id = ? AND destination = ?',
        row.people,
        row.link_id,
        row.destination,
      ),
    0,
  );
}

function words({ events, links, refusals }: ErasureCounts): string {
  return `events ${events}, links ${links}, refusals ${refusals}`;
}
