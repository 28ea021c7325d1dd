import { setImmediate as turn } from 'node:timers/promises';
import { textsOf } from '../../decide/people.ts';
import type { ErasureExtent, ErasureTarget } from '../../erasure.ts';
import type { Connection } from '../connection.ts';
import type { WriteQueue } from '../write-queue.ts';
import { forgetWhole } from './deletion.ts';
import { refusalText, searchText, wholeText } from './event-text.ts';
import type { ErasureScope, FoundEvent } from './scope.ts';

/** What looking for a person's data works with. */
export interface Scan {
  readonly connection: Connection;
  readonly queue: WriteQueue;
}

/** So many events are looked at in one step, and so many erased in one transaction. */
export const stepSize = 100;

/** So much text, in characters, is looked at while others wait, but for an event that alone has more. */
const textStep = 256 * 1024;

/** Of any events, those about which no call says whom they concern. */
const isAboutNobody = `NOT EXISTS (SELECT 1 FROM call c
  WHERE c.event = event.sequence AND (c.customer_id IS NOT NULL OR c.link_id IS NOT NULL))`;

/**
 * The events that there are by now, oldest first, a step at a time: where webhooks come faster than they are looked at,
 * looking for what comes meanwhile would have no end.
 */
async function* eventSteps({ connection, queue }: Scan, which = '1'): AsyncGenerator<readonly FoundEvent[]> {
  const newest = await queue.read(
    () =>
      connection.get<{ sequence: number | null }>('SELECT max(sequence) AS sequence FROM event')?.sequence,
  );
  for (let after = 0; ; await turn()) {
    const from = after;
    const step = await queue.read(() =>
      connection.all<FoundEvent>(
        `SELECT sequence, id FROM event WHERE sequence > ? AND sequence <= ? AND ${which} ORDER BY sequence LIMIT ?`,
        from,
        newest ?? 0,
        stepSize,
      ),
    );
    const last = step.at(-1);
    if (!last) return;
    yield step;
    after = last.sequence;
  }
}

/** Goes through all events, a step at a time; answers those that are picked. */
export async function pickEvents(
  scan: Scan,
  pick: (step: readonly FoundEvent[]) => Promise<ReadonlySet<number>>,
): Promise<readonly FoundEvent[]> {
  const found: FoundEvent[] = [];
  for await (const step of eventSteps(scan)) {
    const picked = await pick(step);
    found.push(...step.filter(each => picked.has(each.sequence)));
  }
  return found;
}

/** The events that have the text in anything that is kept of them. */
export function pickByText(scan: Scan, find: (text: string) => boolean): Promise<readonly FoundEvent[]> {
  const holds = textReader(scan, find);
  return pickEvents(scan, async step => {
    const fits = new Set<number>();
    for (const { sequence } of step) if (await holds(sequence)) fits.add(sequence);
    return fits;
  });
}

/** Tells whether an event has the text. Bodies may be large: others work between them. */
function textReader(
  { connection, queue }: Scan,
  find: (text: string) => boolean,
): (sequence: number) => Promise<boolean> {
  let looked = 0;
  return async sequence => {
    const text = await queue.read(() => searchText(connection, sequence));
    looked += text.length;
    if (looked >= textStep) {
      looked = 0;
      await turn();
    }
    return find(text);
  };
}

/** The refusals that were taken in as one of these events, or have the text; by their numbers. */
export async function pickRefusals(
  { connection, queue }: Scan,
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
  { connection, queue }: Scan,
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
  scan: Scan,
  target: ErasureTarget,
  extent: ErasureExtent,
  { people, events, doubtful }: ErasureScope,
): Promise<number> {
  const values = mentionedValues(target, extent, people);
  if (values.length === 0) return doubtful;
  const found = new Set(events.map(each => each.sequence));
  const holds = textReader(scan, wordFinder(values));
  let mentioned = doubtful;
  for await (const step of eventSteps(scan, isAboutNobody)) {
    for (const { sequence } of step) if (!found.has(sequence) && (await holds(sequence))) mentioned += 1;
  }
  return mentioned;
}

function mentionedValues(
  target: ErasureTarget,
  { person }: ErasureExtent,
  people: ErasureScope['people'],
): readonly string[] {
  if (target.by === 'customerId') return [target.customerId];
  if (target.by === 'link') return [target.link];
  return person ? people.flatMap(each => [...each.numbers, ...each.links].map(key => textsOf(key)[1])) : [];
}

/** Finds any of some values where it stands as a value of its own. */
export function wordFinder(values: readonly string[]): (text: string) => boolean {
  const any = values.map(each => RegExp.escape(each)).join('|');
  const find = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'u');
  return text => values.length > 0 && find.test(text);
}
