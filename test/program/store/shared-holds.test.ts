import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { destinationNames, type SharedScene, type Sharer, sharedScene } from './shared-scene.ts';

let scene: SharedScene;

beforeEach(async () => {
  scene = await sharedScene(2, { delayMs: () => 1 });
  await Promise.all(scene.sharers.map(each => each.start()));
});

afterEach(() => scene.close());

const rounds = 4;
const people = 2 * destinationNames.length;

it('goes on with every call at processes that share a store, once the mapping that held them is put right', async () => {
  await expect.poll(works, { timeout: 15_000 }).toEqual(['apart', 'apart']);
  for (let round = 1; round <= rounds; round += 1) {
    scene.writeUpdateMapping('additionalFields: {alergies: note}');
    // Whoever delivers learns of it from the store; the calls of before are what it looks at.
    await expect.poll(heldEverywhere, { timeout: 15_000 }).toEqual([true, true]);
    for (let person = 0; person < people; person += 1) await post(round, person);
    await expect.poll(() => count('held'), { timeout: 15_000 }).toBe(people);
    scene.writeUpdateMapping();
    await expect.poll(() => count('delivered'), { timeout: 20_000 }).toBe(round * people);
    expect(await count('held')).toBe(0);
  }
  expect([...scene.truth.notes.values()].map(notes => notes.length)).toEqual(
    Array.from({ length: people }, () => rounds),
  );
}, 180_000);

/** Whether each of the processes delivers somewhere, so that somebody delivers what another one plans. */
async function works(): Promise<readonly string[]> {
  const { processes } = await scene.sharers[0].ask<{ processes: { works: string[]; delivers: string[] }[] }>(
    'GET',
    '/api/processes',
  );
  return processes.map(({ delivers }) => (delivers.length > 0 ? 'apart' : 'idle'));
}

function heldEverywhere(): Promise<readonly boolean[]> {
  return Promise.all(
    scene.sharers.map(async sharer => {
      const { mappings } = await sharer.ask<{ mappings: { name: string; held: unknown }[] }>(
        'GET',
        '/api/mappings',
      );
      return mappings.find(({ name }) => name === 'update')?.held != null;
    }),
  );
}

async function post(round: number, person: number): Promise<void> {
  const place = destinationNames[person % destinationNames.length];
  const event = {
    id: `r${round}-${person}`,
    kind: 'update',
    customer: String(person + 1),
    note: `n${round}`,
    place,
  };
  const sharer = scene.sharers[person % scene.sharers.length] as Sharer;
  expect(await sharer.post('crm', event)).toBe(200);
}

async function count(status: string): Promise<number> {
  const { events } = await scene.sharers[0].ask<{ events: unknown[] }>(
    'GET',
    `/api/events?status=${status}&limit=100`,
  );
  await sleep(50);
  return events.length;
}
