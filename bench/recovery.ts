import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startOwnPostgres } from '../test/inbox/postgres/server.ts';
import { formMapping, formSource } from './form-webhook.ts';
import { adminToken, startBridge, stop } from './processes.ts';
import { startSteadyFlow, startTroubledDestination, type TroubledDestination } from './recovery-flow.ts';
import { figure, heading, verdict } from './report.ts';

/** The constant rate of webhooks, and the limit of the destination, per second. */
const flowPerSecond = 150;
const allowedPerSecond = 1_000;
const outagesSeconds = (process.env.OUTAGES ?? '5,20').split(',').map(Number);

interface Scene {
  readonly destination: TroubledDestination;
  readonly bridges: readonly { readonly child: ChildProcess; readonly port: number }[];
}

/** The start and the end of an outage. */
interface Trouble {
  readonly begin: (scene: Scene) => unknown;
  readonly end: (scene: Scene) => unknown;
}

const troubles: Readonly<Record<string, Trouble>> = {
  'the destination is away': {
    begin: ({ destination }) => destination.be('away'),
    end: ({ destination }) => destination.be('well'),
  },
  'the destination is paused': {
    begin: scene => say(scene, 'pause'),
    end: scene => say(scene, 'resume'),
  },
  'the token is refused': {
    begin: ({ destination }) => destination.be('refusing the token'),
    end: ({ destination }) => destination.be('well'),
  },
};

/**
 * Measures how soon a backlog is gone after an outage, while webhooks arrive at a steady rate: from the end of the
 * outage until every webhook older than half a second has arrived.
 */
export async function recovery(): Promise<void> {
  heading(
    `After an outage, with ${flowPerSecond} webhooks a second all the time and ${figure(allowedPerSecond)} calls a second allowed`,
  );
  for (const [name, trouble] of Object.entries(troubles)) {
    for (const seconds of outagesSeconds) await afterOutage(name, trouble, seconds);
  }
  await afterKill();
  await afterTakeover();
}

async function afterOutage(name: string, trouble: Trouble, seconds: number): Promise<void> {
  const destination = await startTroubledDestination();
  const bridge = await begin(`recovery-${name.replaceAll(' ', '-')}-${seconds}`, destination);
  const scene = { destination, bridges: [bridge] };
  const flow = startSteadyFlow(flowPerSecond, [bridge.port], destination);
  await flow.untilDrained();
  await trouble.begin(scene);
  await wait(seconds * 1000);
  await trouble.end(scene);
  tell(`${name} for ${seconds} s: drained after`, seconds, await flow.untilDrained());
  await flow.end();
  await stop(bridge.child);
  await destination.close();
}

/** Kills the only process and restarts it at once; refused webhooks are repeated. */
async function afterKill(): Promise<void> {
  const destination = await startTroubledDestination();
  const before = await begin('recovery-killed', destination);
  const ports = [before.port];
  const flow = startSteadyFlow(flowPerSecond, ports, destination);
  await flow.untilDrained();
  await stop(before.child);
  const killedAt = performance.now();
  const after = await begin('recovery-killed', destination);
  ports[0] = after.port;
  const seconds = (performance.now() - killedAt) / 1000;
  tell(
    `killed and started again in ${seconds.toFixed(1)} s: drained after`,
    seconds,
    await flow.untilDrained(),
  );
  await flow.end();
  await stop(after.child);
  await destination.close();
}

/** Kills the delivering one of two processes on one PostgreSQL; the other one takes over. */
async function afterTakeover(): Promise<void> {
  const server = await startOwnPostgres({ parent: tmpdir() });
  const store = await server.newDatabase();
  const destination = await startTroubledDestination();
  const bridges = [
    await begin('recovery-first', destination, store),
    await begin('recovery-second', destination, store),
  ];
  const ports = bridges.map(({ port }) => port);
  const flow = startSteadyFlow(flowPerSecond, ports, destination);
  await flow.untilDrained();
  const owner = await placeOfOwner(bridges);
  await stop((bridges[owner] as (typeof bridges)[number]).child);
  ports.splice(owner, 1);
  const killedAt = performance.now();
  await flow.untilOneArrives();
  const seconds = (performance.now() - killedAt) / 1000;
  tell(`killed and taken over in ${seconds.toFixed(1)} s: drained after`, seconds, await flow.untilDrained());
  await flow.end();
  for (const { child } of bridges)
    if (child.exitCode === null && child.signalCode === null) await stop(child);
  await destination.close();
  await server.stop();
}

/** Returns which of them delivers to the destination. */
async function placeOfOwner(bridges: Scene['bridges']): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${bridges[0]?.port}/api/processes`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const { processes } = (await reply.json()) as { processes: { name: string; delivers: string[] }[] };
  const owner = processes.find(({ delivers }) => delivers.includes('salon'));
  const place = bridges.findIndex(({ child }) => owner?.name.endsWith(`:${child.pid}`));
  if (place === -1) throw new Error(`nobody delivers: ${JSON.stringify(processes)}`);
  return place;
}

function tell(what: string, outageSeconds: number, drainedMs: number): void {
  const goalSeconds = 2 * outageSeconds + 10;
  verdict(
    what,
    drainedMs / 1000,
    seconds => seconds <= goalSeconds,
    `within ${goalSeconds.toFixed(0)} s, twice the outage and 10 s`,
    seconds => `${seconds.toFixed(1)} s`,
  );
}

function begin(name: string, { url }: TroubledDestination, store?: string) {
  const limits = `{concurrency: 64, perSecond: ${allowedPerSecond}}`;
  const setup = { sources: formSource, mapping: formMapping, limits, ...(store !== undefined && { store }) };
  return startBridge(name, url, setup);
}

async function say({ bridges }: Scene, what: 'pause' | 'resume'): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${bridges[0]?.port}/api/destinations/salon/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: '{"reason": "the benchmark"}',
  });
  if (!reply.ok) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
}
