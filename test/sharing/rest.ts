import { setTimeout as sleep } from 'node:timers/promises';
import { spreadWorks } from '../../src/inbox/decide/spread-works.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import type { Stage } from './play.ts';
import { ask, unrest } from './watch.ts';

/** So long nothing may go on. On a busy machine all takes longer, and only what never comes is a fault. */
const patienceMs = 60_000;
const lookEveryMs = 60;
const resumeEveryMs = 1_000;

/** Nothing is in the way any more: what is left to do is done, and each work comes to the process that is to do it. */
export async function comeToRest(stage: Stage): Promise<void> {
  let ends = performance.now() + patienceMs;
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
      ends = performance.now() + patienceMs;
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

/** The works that another process does than the one that is to do them. */
async function misplaced({ url, schema, fleet, course }: Stage): Promise<readonly string[]> {
  const rows = await ask<{ name: string; owner: string }>(
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
