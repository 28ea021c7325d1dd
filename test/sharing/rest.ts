import { setTimeout as sleep } from 'node:timers/promises';
import { spreadWorks } from '../../src/inbox/decide/spread-works.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import type { Stage } from './play.ts';
import { queryRows, unrest } from './watch.ts';

/** The longest time without progress. On a busy machine everything takes longer, so only a missing end is a fault. */
const timeoutMs = 60_000;
const lookEveryMs = 60;
const resumeEveryMs = 1_000;

/** Waits until all remaining work is done without interference, and each lease is held by its assigned process. */
export async function comeToRest(stage: Stage): Promise<void> {
  let ends = performance.now() + timeoutMs;
  let least = Number.POSITIVE_INFINITY;
  let resumeAt = performance.now();
  for (;;) {
    if (performance.now() >= resumeAt) {
      await resumeAll(stage);
      resumeAt = performance.now() + resumeEveryMs;
    }
    const { words, calls } = await unrest(stage.url, stage.schema);
    const left = [...words, ...(await misplaced(stage))];
    if (left.length === 0) return;
    if (calls < least) {
      least = calls;
      ends = performance.now() + timeoutMs;
    }
    if (performance.now() > ends) {
      stage.notes.found.add(`not at rest: ${left.join(', ')}`);
      return;
    }
    await sleep(lookEveryMs);
  }
}

async function resumeAll({ fleet, course, chance }: Stage): Promise<void> {
  for (const place of course.places) {
    try {
      await chance.pick(fleet.running()).bridge.resume(place);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

/** The leases held by another process than the assigned one. */
async function misplaced({ url, schema, fleet, course }: Stage): Promise<readonly string[]> {
  const rows = await queryRows<{ name: string; owner: string }>(
    url,
    schema,
    'SELECT name, owner FROM lease WHERE owner IS NOT NULL AND until > clock_timestamp()',
  );
  const owners = new Map(rows.map(({ name, owner }) => [name, owner]));
  const candidates = fleet.running().map(({ id }) => ({ id, destinations: new Set(course.places) }));
  return [...spreadWorks(candidates)]
    .filter(([work, id]) => owners.get(work) !== id)
    .map(([work, id]) => `"${work}" is done by ${owners.get(work) ?? 'nobody'}, not by ${id}`);
}
