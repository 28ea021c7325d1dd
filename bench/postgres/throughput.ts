import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import type { OwnPostgresServer } from '../../test/inbox/postgres/server.ts';
import { answerOf, startWorld } from '../flow.ts';
import type { LoadFound, LoadWish } from '../flow-load.ts';
import { formMapping, formSource } from '../form-webhook.ts';
import { startBridge, stop } from '../processes.ts';
import { holdToShareOfCore } from './cores.ts';
import { cpuSeconds, cpuSecondsOfChildren } from './cpu.ts';
import { type Recorder, startRecorder } from './recording.ts';
import { playRecordings, type Sending } from './replaying.ts';
import { startSlowWay } from './slow-way.ts';

/** The destinations of all processes. */
export const places = Array.from({ length: 8 }, (_, index) => `salon-${index + 1}`);
const connections = 64;
const counted = Number(process.env.COUNT ?? 20_000);
/** The number of recorded and replayed webhooks. */
const recorded = Number(process.env.RECORDED ?? 8_000);
/** Fewer, because they may take long. */
const countedFar = Number(process.env.COUNT_FAR ?? 600);
/** Eight calls at once, as a slow start soon allows. */
const oneDestination = '{concurrency: 8, perSecond: 100000}';
/** The number of webhooks until the code of a process is nearly fully optimised. */
const warmingEach = 20_000;

/** The result of several processes. Rates are webhooks per second, times milliseconds. */
export interface Throughput {
  readonly accepted: number;
  /** From the first webhook until the last call arrived. */
  readonly delivered: number;
  readonly answerP50: number;
  readonly answerP99: number;
  /** CPU milliseconds for each webhook. */
  readonly cpu: { readonly bridges: number; readonly postgres: number; readonly load: number };
}

/** The result of a bare client with the recorded statements of several processes. */
export interface Ceiling {
  /** With each statement waiting for the previous one. */
  readonly perSecond: number;
  /** With statements sent together, as the processes do. */
  readonly togetherPerSecond: number;
  readonly transactionsPerEvent: number;
  readonly statementsPerEvent: number;
  readonly errors: number;
  readonly delivered: number;
}

interface Scene {
  readonly world: { readonly child: ChildProcess; readonly url: string };
  readonly bridges: readonly { readonly child: ChildProcess; readonly port: number }[];
  readonly recorders: readonly Recorder[];
  ask(request: LoadWish): Promise<LoadFound>;
  end(): Promise<void>;
}

/** Lets processes accept a crowd of webhooks and deliver them, each with limited CPU time after it is warm. */
export async function measureThroughput(
  server: OwnPostgresServer,
  processes: number,
  shareOfCore?: number,
): Promise<Throughput> {
  const url = await server.newDatabase();
  const scene = await startScene(url, processes, false);
  await crowdThrough(scene, warmingEach * processes);
  const pids = scene.bridges.flatMap(({ child }) => child.pid ?? []);
  if (shareOfCore !== undefined) for (const pid of pids) holdToShareOfCore(pid, shareOfCore);
  const cpu = () => ({
    bridges: pids.reduce((sum: number, pid) => sum + cpuSeconds(pid), 0),
    postgres: cpuSecondsOfChildren(server.pid()),
    load: cpuSeconds(scene.world.child.pid),
  });
  const before = cpu();
  const { found, seconds } = await crowdThrough(scene, counted);
  const after = cpu();
  const each = (what: keyof typeof before) => ((after[what] - before[what]) * 1000) / counted;
  await scene.end();
  return {
    accepted: found.accepted / found.seconds,
    delivered: counted / seconds,
    answerP50: found.answer.p50,
    answerP99: found.answer.p99,
    cpu: { bridges: each('bridges'), postgres: each('postgres'), load: each('load') },
  };
}

/** Measures how many of the recorded statements PostgreSQL can process. */
export async function measureCeiling(server: OwnPostgresServer, processes: number): Promise<Ceiling> {
  const scene = await startScene(await server.newDatabase(), processes, true);
  await crowdThrough(scene, warmingEach * processes);
  const from = performance.now();
  await crowdThrough(scene, recorded);
  // The last results are stored a moment after their calls arrived.
  await new Promise(done => setTimeout(done, 500));
  await scene.end();
  const play = async (sending: Sending) => {
    const url = await server.newDatabase();
    const played = await playRecordings(url, scene.recorders, { from, sending });
    return { ...played, delivered: (await deliveredIn(url)) / (recorded + warmingEach * processes) };
  };
  const alone = await play('alone');
  const together = await play('together');
  return {
    perSecond: recorded / alone.seconds,
    togetherPerSecond: recorded / together.seconds,
    transactionsPerEvent: alone.transactions / recorded,
    statementsPerEvent: alone.statements / recorded,
    errors: alone.errors + together.errors,
    delivered: Math.min(alone.delivered, together.delivered),
  };
}

/** Measures the rate of one process at one destination if each round trip to PostgreSQL takes `delayMs` longer. */
export async function measureAtDistance(
  server: OwnPostgresServer,
  delayMs: number,
): Promise<Pick<Throughput, 'accepted' | 'delivered'>> {
  const way = await startSlowWay(await server.newDatabase(), delayMs);
  const scene = await startScene(way.url, 1, false, oneDestination);
  await crowdThrough(scene, countedFar, places.slice(0, 1));
  const { found, seconds } = await crowdThrough(scene, countedFar, places.slice(0, 1));
  await scene.end();
  way.close();
  return { accepted: found.accepted / found.seconds, delivered: countedFar / seconds };
}

async function crowdThrough(
  scene: Scene,
  count: number,
  at = places,
): Promise<{ readonly found: LoadFound; readonly seconds: number }> {
  const ports = scene.bridges.map(({ port }) => port);
  const started = performance.now();
  const found = await scene.ask({ do: 'crowd', ports, connections, count, places: at });
  if (found.refused > 0) throw new Error(`${found.refused} webhooks were refused`);
  // The preparation of the load does not count.
  const preparing = performance.now() - started - found.seconds * 1000;
  await scene.ask({ do: 'wait', arrived: count });
  return { found, seconds: (performance.now() - started - preparing) / 1000 };
}

async function startScene(
  url: string,
  processes: number,
  isRecorded: boolean,
  limits?: string,
): Promise<Scene> {
  const world = await startWorld();
  const recorders: Recorder[] = [];
  const bridges: { child: ChildProcess; port: number }[] = [];
  const mapping = formMapping.replace(
    /^destination: .*$/m,
    'destination: {from: form_response.hidden.place}',
  );
  for (let index = 0; index < processes; index += 1) {
    const recorder = isRecorded ? await startRecorder(url) : undefined;
    if (recorder) recorders.push(recorder);
    const store = recorder?.url ?? url;
    bridges.push(
      await startBridge(`postgres-${index}`, world.url, {
        sources: formSource,
        mapping,
        store,
        places,
        ...(limits !== undefined && { limits }),
      }),
    );
  }
  // Wait until each process has taken its share of the work.
  if (processes > 1) await new Promise(done => setTimeout(done, 4_000));
  return {
    world,
    bridges,
    recorders,
    ask(request) {
      world.child.send(request);
      return answerOf<LoadFound>(world.child);
    },
    async end() {
      for (const recorder of recorders) recorder.close();
      for (const { child } of bridges) await stop(child);
      await stop(world.child);
    },
  };
}

async function deliveredIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT count(*) AS n FROM fieldbridge.call WHERE status = 'delivered'",
  );
  await client.end();
  return Number(rows[0].n);
}
