import { setImmediate as turn } from 'node:timers/promises';
import type { ErasureExtent, ErasureWish } from '../../erasure.ts';
import type { Connection } from '../connection.ts';
import { forgetWhole } from '../deletion.ts';
import { eventText, refusalText, wholeText } from '../event-text.ts';
import type { WriteQueue } from '../write-queue.ts';
import { textsOf } from './person.ts';
import type { FoundEvent, Target } from './target.ts';

/** What looking for a person's data works with. */
export interface Looking {
  readonly connection: Connection;
  readonly queue: WriteQueue;
}

/** So many events are looked at in one step, and so many erased in one transaction. */
export const stepSize = 100;

/** So long others wait at most while large bodies are looked at, but for one that takes longer, in milliseconds. */
const sliceMs = 5;

/** Goes through the events that there are by now, oldest first, a step at a time; answers those that are picked. */
export async function pickEvents(
  { connection, queue }: Looking,
  pick: (step: readonly FoundEvent[], after: number) => Promise<ReadonlySet<number>>,
): Promise<readonly FoundEvent[]> {
  // Where webhooks come faster than they are looked at, there would be no end.
  const newest = await queue.read(
    () =>
      connection.get<{ sequence: number | null }>('SELECT max(sequence) AS sequence FROM event')?.sequence,
  );
  const found: FoundEvent[] = [];
  for (let after = 0; ; await turn()) {
    const from = after;
    const step = await queue.read(() =>
      connection.all<FoundEvent>(
        'SELECT sequence, id FROM event WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?',
        from,
        newest ?? 0,
        stepSize,
      ),
    );
    const last = step.at(-1);
    if (!last) return found;
    const picked = await pick(step, from);
    found.push(...step.filter(each => picked.has(each.sequence)));
    after = last.sequence;
  }
}

/** The events that have the text in anything that is kept of them. Bodies may be large: others work between them. */
export function pickByText(
  looking: Looking,
  find: (text: string) => boolean,
): Promise<readonly FoundEvent[]> {
  const { connection, queue } = looking;
  let begun = performance.now();
  return pickEvents(looking, async step => {
    const fits = new Set<number>();
    for (const { sequence } of step) {
      if (await queue.read(() => find(eventText(connection, sequence)))) fits.add(sequence);
      if (performance.now() - begun < sliceMs) continue;
      await turn();
      begun = performance.now();
    }
    return fits;
  });
}

/** The refusals that were taken in as one of these events, or have the text; by their numbers. */
export async function pickRefusals(
  { connection, queue }: Looking,
  ids: ReadonlySet<string>,
  find: ((text: string) => boolean) | undefined,
): Promise<readonly number[]> {
  const rows = await queue.read(() =>
    connection.all<{ number: number }>('SELECT number FROM refusal ORDER BY number'),
  );
  const numbers: number[] = [];
  for (const { number } of rows) {
    const refusal = await queue.read(() => refusalText(connection, number));
    if (refusal && (refusal.acceptedAs.some(id => ids.has(id)) || find?.(refusal.text))) numbers.push(number);
    await turn();
  }
  return numbers;
}

/** Erases what was written around the events of split webhooks. */
export async function eraseWholes(
  { connection, queue }: Looking,
  find: (text: string) => boolean,
): Promise<void> {
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

/**
 * How many events a person must look at: no call says whom they are about, and they hold a number or a link as a value
 * of its own; or they came under a link that several people share.
 */
export async function countMentions(
  { connection, queue }: Looking,
  wish: ErasureWish,
  extent: ErasureExtent,
  { people, events, doubtful }: Target,
): Promise<number> {
  const values = mentionedValues(wish, extent, people);
  if (values.length === 0) return doubtful;
  const found = new Set(events.map(each => each.sequence));
  const find = wordFinder(values);
  let mentioned = doubtful;
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
      rows.filter(({ sequence }) => !found.has(sequence) && find(eventText(connection, sequence))),
    );
    mentioned += holding.length;
    after = rows.at(-1)?.sequence ?? after;
    more = rows.length === stepSize;
    await turn();
  }
  return mentioned;
}

function mentionedValues(
  wish: ErasureWish,
  { person }: ErasureExtent,
  people: Target['people'],
): readonly string[] {
  if (wish.by === 'customerId') return [wish.customerId];
  if (wish.by === 'link') return [wish.link];
  return person ? people.flatMap(each => [...each.numbers, ...each.links].map(key => textsOf(key)[1])) : [];
}

/** Finds any of some values where it stands as a value of its own. */
export function wordFinder(values: readonly string[]): (text: string) => boolean {
  const any = values.map(each => RegExp.escape(each)).join('|');
  const find = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'u');
  return text => values.length > 0 && find.test(text);
}
