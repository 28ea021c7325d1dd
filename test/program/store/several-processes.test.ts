import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spreadWorks, workOf } from '../../../src/inbox/decide/spread-works.ts';
import { rowsOf } from '../../inbox/postgres/queries.ts';
import { until } from '../notify/notify-scene.ts';
import { destinationNames, type SharedScene, type Sharer, sharedScene } from './shared-scene.ts';

interface Processes {
  processes: { id: string; name: string; works: string[]; delivers: string[] }[];
}

let scene: SharedScene;

afterEach(() => scene.close());

/** Waits until this number of processes see each other and all work has an owner. */
async function sharedOut(sharer: Sharer, count: number, withinMs = 90_000): Promise<Processes['processes']> {
  let seen: Processes['processes'] = [];
  const late = performance.now() + withinMs;
  for (;;) {
    seen = (await sharer.ask<Processes>('GET', '/api/processes')).processes;
    const delivers = seen.flatMap(each => each.delivers).sort();
    const works = seen.flatMap(each => each.works).sort();
    const isAll = delivers.join() === destinationNames.join() && works.join() === 'messages,planning,upkeep';
    if (seen.length === count && isAll) return seen;
    if (performance.now() > late) throw new Error(`it is not shared out: ${JSON.stringify(seen)}`);
    await sleep(100);
  }
}

/** Returns the destinations with another owner than expected, once all processes know each other. */
async function misplaced(): Promise<readonly string[]> {
  const processes = await sharedOut(scene.sharers[1], 2);
  const candidates = processes.map(({ id }) => ({ id, destinations: new Set(destinationNames) }));
  const doneBy = spreadWorks(candidates);
  return destinationNames.filter(name => {
    const owner = processes.find(each => each.delivers.includes(name));
    return owner?.id !== doneBy.get(workOf(name));
  });
}

/** Returns the names of its log lines. */
function logLines(sharer: Sharer): readonly string[] {
  const lines = sharer.running().output().split('\n');
  return lines.filter(line => line.startsWith('{')).map(line => JSON.parse(line).msg);
}

/** Returns the seconds until all leases have expired, unless their processes renew them. */
async function longestTerm(): Promise<number> {
  const [row] = await rowsOf<{ seconds: number }>(
    scene.database,
    'SELECT extract(epoch FROM max(until) - clock_timestamp())::float8 AS seconds FROM fieldbridge.lease',
  );
  if (!row) throw new Error('nobody has any work');
  return row.seconds;
}

const people = 24;
let made = 0;

/** Sends updates of several people, in order for each of them, to any process that accepts them. */
async function sendUpdates(
  each: number,
  sharers: readonly Sharer[],
  from = 0,
): Promise<Map<string, string[]>> {
  const sent = new Map<string, string[]>();
  const onePerson = async (person: number) => {
    const customer = String(1000 + from + person);
    for (let number = 0; number < each; number += 1) {
      made += 1;
      const note = `note ${made}`;
      const event = { id: `update-${made}`, kind: 'update', customer, note, place: placeOf(person) };
      for (let attempt = 0; ; attempt += 1) {
        const sharer = sharers[(person + number + attempt) % sharers.length];
        if ((await sharer?.post('crm', event)) === 200) break;
        await sleep(50);
      }
      sent.set(customer, [...(sent.get(customer) ?? []), note]);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => onePerson(person)));
  return sent;
}

function placeOf(person: number): string {
  return destinationNames[person % destinationNames.length] ?? '';
}

/** Returns the notes that arrived for each customer, without repetitions. */
function arrived(): Map<string, string[]> {
  return new Map([...scene.truth.notes].map(([customer, notes]) => [customer, [...new Set(notes)]]));
}

function isAllThere(sent: ReadonlyMap<string, readonly string[]>): boolean {
  return [...sent].every(([customer, notes]) => arrived().get(customer)?.length === notes.length);
}

// The worst connection to the database; in other tests each process has its own connections.
describe('processes behind a pooler in transaction mode, with two connections for both', () => {
  beforeEach(async () => {
    scene = await sharedScene(2, { pooled: true });
    await Promise.all(scene.sharers.map(each => each.start()));
    await sharedOut(scene.sharers[0], 2);
  });

  it('share the work, and deliver everything that any of them accepted, in the order of each person', async () => {
    await expect.poll(misplaced).toEqual([]);
    const changed = () => scene.sharers.flatMap(logLines).filter(line => line === 'leases changed').length;
    const before = changed();
    const sent = await sendUpdates(10, scene.sharers);
    await until(() => isAllThere(sent));
    expect(arrived()).toEqual(sent);
    // On a busy machine a process may lose a lease; then the next owner repeats the updates in flight.
    if (changed() === before) expect([...scene.truth.notes.values()].flat().length).toBe(people * 10);
  });

  it('report once, from the process that created it, that there was no store', () => {
    const lines = scene.sharers.flatMap(logLines);
    expect(lines.filter(line => line === 'empty store created')).toHaveLength(1);
  });

  it('respond with the outcome in the process that got the webhook, whichever delivers it', async () => {
    for (const sharer of scene.sharers) {
      for (const place of destinationNames) {
        made += 1;
        const event = { id: `asked-${made}`, kind: 'update', customer: '77', note: `asked ${made}`, place };
        const reply = await sharer.ask<{ status: string }>('POST', '/hooks/asking', event);
        expect(reply.status).toBe('delivered');
      }
    }
  });

  it('apply changes that another one received, and all show them', async () => {
    const [first, second] = scene.sharers;
    for (const name of destinationNames)
      await first.ask('POST', `/api/destinations/${name}/pause`, { who: 'me' });
    for (const sharer of [first, second]) {
      const states = async () => {
        const { destinations } = await sharer.ask<{ destinations: { name: string; state: string }[] }>(
          'GET',
          '/api/destinations',
        );
        return destinations.map(each => each.state);
      };
      await expect.poll(states).toEqual(destinationNames.map(() => 'paused'));
    }
    // Data from another process are read once a second.
    await sleep(5_000);
    const sent = await sendUpdates(1, scene.sharers);
    await sleep(1_500);
    expect([...scene.truth.notes.keys()]).toEqual([]);
    for (const name of destinationNames)
      await second.ask('POST', `/api/destinations/${name}/resume`, { who: 'me' });
    await until(() => isAllThere(sent));
    expect(arrived()).toEqual(sent);
  });

  it('take over at once if one is stopped, and within 20 seconds if one is killed', async () => {
    const [first, second] = scene.sharers;
    await sharedOut(second, 2);
    // After a request of `/readyz`, it accepts webhooks for five more seconds and leaves the work to others.
    await first.ask('GET', '/readyz');
    let isGone = false;
    const stopping = first
      .running()
      .end('SIGTERM')
      .then(() => {
        isGone = true;
      });
    await sharedOut(second, 1);
    expect(isGone).toBe(false);
    await stopping;
    await expect.poll(() => logLines(second)).toContain('process left');
    await first.start();
    await sharedOut(second, 2);
    await expect.poll(() => logLines(second)).toContain('process joined');
    expect(logLines(second)).not.toContain('process lost');
    const sending = sendUpdates(20, scene.sharers);
    await sleep(300);
    await first.running().end('SIGKILL');
    expect(await longestTerm()).toBeLessThanOrEqual(20);
    const sent = await sending;
    await until(() => isAllThere(sent));
    expect(arrived()).toEqual(sent);
    await expect.poll(() => logLines(second)).toContain('process lost');
    await first.start();
  });

  it('do not let a process change anything that was frozen and continues', async () => {
    const [first, second] = scene.sharers;
    await sharedOut(second, 2);
    const sending = sendUpdates(10, [first]);
    await sleep(150);
    first.running().child.kill('SIGSTOP');
    await sharedOut(second, 1);
    const meanwhile = await sendUpdates(5, [second], 1000);
    await until(() => isAllThere(meanwhile));
    first.running().child.kill('SIGCONT');
    const sent = await sending;
    await sharedOut(first, 2);
    await until(() => isAllThere(sent));
    expect(arrived()).toEqual(new Map([...sent, ...meanwhile]));
    await expect.poll(() => logLines(first)).toContain('process stalled');
    await expect.poll(misplaced).toEqual([]);
  });
});
