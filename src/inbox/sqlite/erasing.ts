import { setImmediate as turn } from 'node:timers/promises';
import type { Deed } from '../audit.ts';
import { type Erased, type ErasureWish, namedTexts, type WhichPerson } from '../erasure.ts';
import { textFinder } from '../text-finder.ts';
import { addAudit, completeAudit } from './audit.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { Claims } from './claims.ts';
import type { Connection } from './connection.ts';
import { deleteEvents, forgetWhole, leaveNothing } from './deletion.ts';
import { eventText, refusalText, wholeText } from './event-text.ts';
import { anyPerson, eventsOfPerson, linksOfPerson, type Person, personOf } from './person.ts';
import type { WriteQueue } from './write-queue.ts';

/** What erasing works with. */
export interface Erasing {
  readonly connection: Connection;
  readonly queue: WriteQueue;
  readonly checkpointer: Pick<Checkpointer, 'idle' | 'syncLog'>;
  readonly claims: Claims;
  readonly deed: Deed;
  readonly now: () => number;
}

/** So many events are looked at in one step, and so many erased in one transaction. */
const stepSize = 100;

/** Erases a person's events, links and refusals, and sees to it that no file holds them any more (Store.erase). */
export async function erase(erasing: Erasing, wish: ErasureWish): Promise<Erased | WhichPerson> {
  const { connection, queue, checkpointer } = erasing;
  const person = await queue.read(() => personOf(connection, wish));
  if ('kind' in person) return person;
  const find = wish.by === 'q' ? textFinder(wish.q) : undefined;
  const number = await queue.write(() => begin(erasing, wish));
  const found = await findEvents(erasing, wish, person, find);
  const erased = await eraseEvents(erasing, found);
  const refusals = await eraseRefusals(erasing, erased.ids, find);
  const links = await queue.write(() => eraseLinks(connection, person, find));
  if (find) await eraseWholes(erasing, find);
  const counts = { events: erased.ids.length, links, refusals };
  await queue.write(() => {
    completeAudit(connection, number, words(counts));
    if (find) eraseReasons(connection, find);
  });
  const complete = await leaveNothing(connection, queue, checkpointer);
  const mentioned = await countMentions(erasing, wish);
  return { kind: 'erased', ...counts, underWay: found.length - erased.ids.length, mentioned, complete };
}

/** The trail keeps that something was erased and why, without the text that it went by. */
function begin({ connection, deed, now }: Erasing, wish: ErasureWish): number {
  const named = namedTexts(wish).map(each => each.toLowerCase());
  const quotes = deed.why !== undefined && named.some(each => deed.why?.toLowerCase().includes(each));
  const about = { event: 'one event', customerId: 'by a customer number', link: 'by a link', q: 'by a text' };
  const entry = {
    who: deed.who,
    what: 'erase' as const,
    about: about[wish.by],
    ...(wish.by === 'event' && { event: wish.id }),
    ...(deed.why !== undefined && { why: quotes ? '[erased]' : deed.why }),
  };
  return addAudit(connection, entry, now());
}

interface Found {
  readonly sequence: number;
  readonly id: string;
}

async function findEvents(
  { connection, queue }: Erasing,
  wish: ErasureWish,
  person: Person,
  find: ((text: string) => boolean) | undefined,
): Promise<readonly Found[]> {
  if (wish.by === 'event') {
    return queue.read(() => connection.all<Found>('SELECT sequence, id FROM event WHERE id = ?', wish.id));
  }
  const found: Found[] = [];
  for (let after = 0; ; ) {
    const from = after;
    const step = await queue.read(() =>
      connection.all<Found>(
        'SELECT sequence, id FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?',
        from,
        stepSize,
      ),
    );
    const last = step.at(-1);
    if (!last) return found;
    const fits = await queue.read(() => {
      if (find)
        return new Set(
          step.flatMap(each => (find(eventText(connection, each.sequence)) ? [each.sequence] : [])),
        );
      return eventsOfPerson(connection, person, from, last.sequence);
    });
    found.push(...step.filter(each => fits.has(each.sequence)));
    after = last.sequence;
    await turn();
  }
}

/** What is being sent right now stays: its result must find its place. */
async function eraseEvents(
  { connection, queue, claims }: Erasing,
  found: readonly Found[],
): Promise<{ ids: readonly string[] }> {
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
  return { ids };
}

function isClaimed(connection: Connection, claims: Claims, sequence: number): boolean {
  return connection
    .all<{ id: number }>('SELECT id FROM call WHERE event = ?', sequence)
    .some(call => claims.has(call.id));
}

/** Those that were taken in as an event that is erased, and those that hold the text. */
async function eraseRefusals(
  { connection, queue }: Erasing,
  ids: readonly string[],
  find: ((text: string) => boolean) | undefined,
): Promise<number> {
  const erased = new Set(ids);
  const rows = await queue.read(() =>
    connection.all<{ number: number }>('SELECT number FROM refusal ORDER BY number'),
  );
  const numbers: number[] = [];
  for (const { number } of rows) {
    const refusal = await queue.read(() => refusalText(connection, number));
    if (refusal && (refusal.acceptedAs.some(id => erased.has(id)) || find?.(refusal.text)))
      numbers.push(number);
    if (number % stepSize === 0) await turn();
  }
  return queue.write(() =>
    connection.run(
      'DELETE FROM refusal WHERE number IN (SELECT value FROM json_each(?))',
      JSON.stringify(numbers),
    ),
  );
}

/** What was written around the events of split webhooks. */
async function eraseWholes({ connection, queue }: Erasing, find: (text: string) => boolean): Promise<void> {
  for (let after = 0, more = true; more; ) {
    const rows = await queue.read(() =>
      connection.all<{ request: number }>(
        'SELECT DISTINCT request FROM event WHERE siblings = 1 AND request > ? ORDER BY request LIMIT ?',
        after,
        stepSize,
      ),
    );
    const fits = await queue.read(() => rows.filter(({ request }) => find(wholeText(connection, request))));
    const list = JSON.stringify(fits.map(({ request }) => request));
    if (fits.length > 0) await queue.write(() => forgetWhole(connection, list));
    after = rows.at(-1)?.request ?? after;
    more = rows.length === stepSize;
    await turn();
  }
}

/** The events that no call says whom they are about, and that hold a number or a link as a value of its own. */
async function countMentions({ connection, queue }: Erasing, wish: ErasureWish): Promise<number> {
  const value = wish.by === 'customerId' ? wish.customerId : wish.by === 'link' ? wish.link : undefined;
  if (value === undefined) return 0;
  const find = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}])`, 'u');
  let mentioned = 0;
  for (let after = 0, more = true; more; ) {
    const from = after;
    const rows = await queue.read(() =>
      connection.all<{ sequence: number }>(
        `SELECT sequence FROM event e WHERE sequence > ? AND NOT EXISTS (SELECT 1 FROM call c
           WHERE c.event = e.sequence AND (c.customer_id IS NOT NULL OR c.link_id IS NOT NULL))
         ORDER BY sequence LIMIT ?`,
        from,
        stepSize,
      ),
    );
    const holding = await queue.read(() =>
      rows.filter(({ sequence }) => find.test(eventText(connection, sequence))),
    );
    mentioned += holding.length;
    after = rows.at(-1)?.sequence ?? after;
    more = rows.length === stepSize;
    await turn();
  }
  return mentioned;
}

function eraseLinks(
  connection: Connection,
  person: Person,
  find: ((text: string) => boolean) | undefined,
): number {
  if (!find && !anyPerson(person)) return 0;
  let links = 0;
  for (const row of linksOfPerson(connection, person, find)) {
    links += connection.run(
      'DELETE FROM link WHERE people = ? AND link_id = ? AND destination = ?',
      row.people,
      row.link_id,
      row.destination,
    );
  }
  return links;
}

/** What people wrote as a reason may quote the text too. */
function eraseReasons(connection: Connection, find: (text: string) => boolean): void {
  for (const { number, why } of connection.all<{ number: number; why: string }>(
    'SELECT number, why FROM audit WHERE why IS NOT NULL',
  )) {
    if (find(why)) connection.run("UPDATE audit SET why = '[erased]' WHERE number = ?", number);
  }
}

function words({ events, links, refusals }: { events: number; links: number; refusals: number }): string {
  return `events ${events}, links ${links}, refusals ${refusals}`;
}
