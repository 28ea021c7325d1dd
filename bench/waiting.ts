import { createHmac } from 'node:crypto';
import { makeLargeStore, type Scene, scenes } from './large-store.ts';
import { adminToken, load, secret, startBridge, stop } from './processes.ts';
import { figure, heading, row, verdict } from './report.ts';

/** The number of events in each large store: EVENTS=1000000 for more. */
const events = Number(process.env.EVENTS ?? 200_000);

const statuses = ['queued', 'held', 'failed', 'uncertain', 'delivered'];
const filters = ['', ...statuses.map(status => `status=${status}`)].flatMap(status =>
  ['', 'source=json', 'source=form', 'source=none'].flatMap(source =>
    ['', 'q=a-text-of-none'].map(text => [status, source, text].filter(each => each !== '').join('&')),
  ),
);
const reads = [
  '/readyz',
  '/metrics',
  '/api/destinations',
  '/api/mappings',
  '/api/sources',
  '/api/refusals',
  '/api/refusals?source=json',
  '/api/links?limit=1000',
  '/api/links?limit=1000&people=json',
  '/api/audit',
  ...filters.map(filter => `/api/events${filter === '' ? '' : `?${filter}`}`),
];

/**
 * Measures a bridge with many events: the start after a kill, until webhooks are accepted and `/readyz` reports it, and
 * the durations of every list and figure, beside a process with few events on the same machine.
 */
export async function waiting(): Promise<void> {
  const few = await startAfterKill('few-events', undefined);
  heading(`A start after a kill, and what is read of ${figure(events)} events`);
  row('a store of few events: webhooks taken', `${few.ms.toFixed(0)} ms`);
  for (const scene of scenes) await measure(scene);
}

async function measure(scene: Scene): Promise<void> {
  const { port, child, ms } = await startAfterKill(`large-${scenes.indexOf(scene)}`, scene);
  verdict(
    `all ${scene}: webhooks taken`,
    ms,
    value => value < 1_000,
    'under 1 s',
    value => `${value.toFixed(0)} ms`,
  );
  const times = new Map<string, number>();
  for (const path of reads) {
    const taken: number[] = [];
    for (let round = 0; round < 3; round += 1) taken.push(await timeOfAnswer(port, path));
    times.set(path, Math.min(...taken));
  }
  await stop(child);
  const [slowest = ['', 0]] = [...times].sort(([, one], [, other]) => other - one);
  verdict(
    `slowest of ${times.size} reads`,
    slowest[1],
    value => value < 50,
    `under 50 ms; it is ${slowest[0]}`,
    value => `${value.toFixed(0)} ms`,
  );
}

/** Starts a bridge, kills it while it accepts webhooks, and restarts it until it accepts one and is ready. */
async function startAfterKill(name: string, scene: Scene | undefined) {
  if (scene) await makeLargeStore(name, scene, events);
  const before = await startBridge(name, 'http://127.0.0.1:9');
  await load(before.port, `${name}-before`, { count: 1_000 });
  await stop(before.child);
  const { child, port, ms } = await startBridge(name, 'http://127.0.0.1:9');
  const started = performance.now();
  await postOne(port, `{"id":"${name}-after","customer":1,"note":"n"}`);
  await timeOfAnswer(port, '/readyz');
  return { child, port, ms: ms + performance.now() - started };
}

async function postOne(port: number, body: string): Promise<void> {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  const { status } = await fetch(`http://127.0.0.1:${port}/hooks/json`, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`a webhook was answered ${status}`);
}

async function timeOfAnswer(port: number, path: string): Promise<number> {
  const started = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}`);
  return performance.now() - started;
}
