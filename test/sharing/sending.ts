import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportedRow } from '../../src/inbox/event.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { newEventId } from '../../src/receive/events/event-id.ts';
import { receive } from '../../src/receive/receive.ts';
import { type ListRow, receiveRow } from '../../src/receive/receive-row.ts';
import type { CourseEvent } from './course.ts';
import type { Life } from './life.ts';
import type { Stage } from './play.ts';

/** The time after which a sender sends again without a response, whether or not its request arrives. */
const timeoutMs = 600;
const outcomeWithinMs = 3_000;

/** Sends all webhooks of a course: those of a person one after the other, those of a crowd at once. */
export async function sendAll(stage: Stage): Promise<void> {
  const { people, crowds } = stage.course;
  await Promise.all([
    ...people.map(async ({ from, events }) => {
      await sleep(from);
      for (const event of events) await sendUntilAnswered(event, stage);
    }),
    ...crowds.map(async ({ at, events }) => {
      await sleep(at);
      await Promise.all(
        [events, events.toReversed()].map(each =>
          Promise.all(each.map(event => sendUntilAnswered(event, stage))),
        ),
      );
    }),
  ]);
}

async function sendUntilAnswered(event: CourseEvent, stage: Stage): Promise<void> {
  const { chance, fleet } = stage;
  for (;;) {
    const lives = fleet.running();
    if (lives.length === 0) await sleep(20);
    else {
      const life = chance.pick(lives);
      const answer = post(event, life, stage);
      if (chance.maybe(0.1)) void post(event, chance.pick(lives), stage);
      const id = await Promise.race([answer, sleep(timeoutMs)]);
      if (id !== undefined) {
        if (chance.maybe(0.3)) void askOutcome(event, id, life, stage);
        return;
      }
    }
  }
}

/** Returns the event's id, or undefined if it was not stored. */
async function post(event: CourseEvent, life: Life, { source, notes }: Stage): Promise<string | undefined> {
  await life.gate.running();
  const now = life.time.now();
  const surroundings = { now, newId: () => newEventId(now, randomBytes), publicUrl: undefined };
  try {
    const received = event.isRow
      ? await receiveRow(source, rowOf(event), surroundings, await placeOf(event, life))
      : await receive(
          source,
          {
            method: 'POST',
            url: source.path,
            headers: [['content-type', 'application/json']],
            body: Buffer.from(JSON.stringify({ id: `event-${event.mark}`, ...event.payload })),
          },
          surroundings,
        );
    if (received.kind !== 'accepted') throw new Error(received.kind);
    const [added] = await life.bridge.accept(received.request);
    await life.gate.running();
    if (added) notes.answered(event, added.id);
    return added?.id;
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** A row has no sender's id: it is recognized by its contents. */
function rowOf({ payload }: CourseEvent): ListRow {
  return { body: JSON.stringify(payload), repeat: 0, isMended: false };
}

/** Starts the import each time, like a person who repeats the command after an interruption. */
async function placeOf({ mark }: CourseEvent, { store }: Life): Promise<ImportedRow> {
  const id = `imp_${randomBytes(12).toString('base64url')}`;
  const list = { id, source: 'crm', file: 'list.csv', digest: 'the digest of the list', rows: 1 };
  const { number } = await store.beginImport(list, { who: 'an operator of the course' });
  return { import: number, row: mark };
}

/** The process that accepts a webhook returns its outcome, whichever process delivers it. */
async function askOutcome({ mark }: CourseEvent, id: string, life: Life, { notes }: Stage): Promise<void> {
  try {
    const view = await life.bridge.outcomeOf(id, outcomeWithinMs);
    const isThere = notes.trips.some(({ applied }) => applied.includes(mark));
    if (view?.status === 'delivered' && !isThere)
      notes.found.add(`false success: the sender of webhook ${mark} was told that it is delivered`);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
