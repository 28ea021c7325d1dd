import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { LoadFound, LoadWish } from './flow-load.ts';
import { type AtRate, type Reached, writeFlowPage } from './flow-page.ts';
import { formMapping, formSource } from './form-webhook.ts';
import { adminToken, start, startBridge, startHelper, stop } from './processes.ts';
import { figure, heading, percent, row, verdict } from './report.ts';

const lowest = 200;
/** Webhooks per second, one rate after the other until one is too high. */
const rates = (process.env.RATES ?? '500,1000,1500,2000,2500,3000,3500,4000,5000,6000,8000,10000')
  .split(',')
  .map(Number);
/** A rate is sustained if 99 % of the calls arrive within this time after their webhook was due. */
const borneMs = 250;
const seconds = Number(process.env.SECONDS ?? 8);
const crowdSize = 40_000;
const floodSize = 50_000;

/** One of the two compared programs, with its own environment. */
interface Flow {
  readonly port: number;
  ask(request: LoadWish): Promise<LoadFound>;
  end(): Promise<void>;
}

/**
 * The whole way, from a form tool's webhook to the call at the destination, which answers after 5 ms: at steady rates,
 * in a crowd, and after a flood. Beside it, in the same run, a bridge that keeps nothing and checks nothing. With
 * `--page` the figures are written into docs/performance.md.
 */
export async function flow(): Promise<void> {
  heading(
    `Steady rates, each for ${seconds} s: from due to arrived, p50 / p99 in ms (and to the answer, p99)`,
  );
  const bridge = await steadyRates('the bridge', startFlow);
  const limit = await steadyRates('the baseline, which stores nothing', startLimit);
  const highest = highestBorne(bridge);
  const goals = [
    goal('highest steady rate', highest, rate => rate >= 2_500, 'at least 2,500/s', perSecond),
    goal(
      'compared with the baseline',
      highest / highestBorne(limit),
      share => share >= 0.6,
      'at least 60 %',
      percent,
    ),
    goal(
      `p50 at ${lowest}/s, compared with the baseline`,
      p50AtLowest(bridge) / p50AtLowest(limit),
      times => times <= 2,
      'at most twice',
      times => `${times.toFixed(1)} x`,
    ),
    ...(await inCrowd()),
    await afterFlood(),
  ];
  if (process.argv.includes('--page')) writeFlowPage(bridge, limit, goals);
}

/** Runs one rate after the other in the same process, as during a day. */
async function steadyRates(name: string, begin: (name: string) => Promise<Flow>): Promise<readonly AtRate[]> {
  console.log(`  ${name}`);
  const found: AtRate[] = [];
  const world = await begin('steady');
  await warmUp(world);
  for (const rate of [lowest, ...rates]) {
    const { arrival, answer, refused } = await world.ask({ do: 'steady', port: world.port, rate, seconds });
    row(
      `  ${figure(rate)}/s`,
      `${arrival.p50.toFixed(1)} / ${arrival.p99.toFixed(1)}`,
      `(${answer.p99.toFixed(1)})${refused > 0 ? `, ${refused} refused` : ''}`,
    );
    found.push({ rate, arrival });
    if (!isBorne({ rate, arrival })) break;
  }
  await world.end();
  return found;
}

/** Runs until the code of both is fully optimised: the bridge gets faster for 20,000 events. */
async function warmUp(world: Flow): Promise<void> {
  await world.ask({ do: 'steady', port: world.port, rate: 1_000, seconds: 25 });
}

function isBorne({ arrival }: AtRate): boolean {
  return arrival.p99 < borneMs;
}

function highestBorne(found: readonly AtRate[]): number {
  return Math.max(0, ...found.filter(isBorne).map(({ rate }) => rate));
}

function p50AtLowest(found: readonly AtRate[]): number {
  return found.find(({ rate }) => rate === lowest)?.arrival.p50 ?? Number.NaN;
}

/** Accepting and delivering share the machine, at any number of webhooks. */
async function inCrowd(): Promise<readonly Reached[]> {
  heading('64 connections, on each the next webhook as soon as the response to the one before arrives');
  const world = await startFlow('crowd');
  await warmUp(world);
  const found = await world.ask({ do: 'crowd', ports: [world.port], connections: 64, count: crowdSize });
  await world.end();
  row('accepted', perSecond(found.accepted / found.seconds), `p50 ${found.answer.p50.toFixed(1)} ms`);
  const delivered = found.arrivedMeanwhile / found.seconds;
  return [
    goal(
      '64 connections: delivered meanwhile',
      delivered,
      rate => rate >= 1_500,
      'at least 1,500/s',
      perSecond,
    ),
    goal(
      '64 connections: accepted after, p99',
      found.answer.p99,
      ms => ms < 50,
      'under 50 ms',
      ms => `${ms.toFixed(1)} ms`,
    ),
  ];
}

/** Measures the delivery of the backlog after a paused destination is resumed. */
async function afterFlood(): Promise<Reached> {
  const world = await startFlow('flood');
  await act(world, 'pause');
  await world.ask({ do: 'crowd', ports: [world.port], connections: 64, count: floodSize });
  await untilPlanned(world);
  await act(world, 'resume');
  const started = performance.now();
  await world.ask({ do: 'wait', arrived: floodSize });
  const drained = floodSize / ((performance.now() - started) / 1000);
  await world.end();
  heading(`After a flood of ${figure(floodSize)} at a paused destination`);
  return goal('drained after a flood', drained, rate => rate >= 4_000, 'at least 4,000/s', perSecond);
}

/** Prints a figure beside its goal, and returns both as text. */
function goal(
  what: string,
  value: number,
  reached: (value: number) => boolean,
  wanted: string,
  show: (value: number) => string,
): Reached {
  verdict(what, value, reached, wanted, show);
  return { what, reached: show(value), goal: wanted };
}

function perSecond(rate: number): string {
  return `${figure(rate)}/s`;
}

async function startFlow(name: string): Promise<Flow> {
  const world = await startWorld();
  const setup = { sources: formSource, mapping: formMapping };
  const { child, port } = await startBridge(`flow-${name}`, world.url, setup);
  return flowOf(world, child, port);
}

async function startLimit(): Promise<Flow> {
  const world = await startWorld();
  const { child, url } = await startHelper('keeps-nothing.ts', world.url);
  return flowOf(world, child, Number(new URL(url).port));
}

/** Starts a form tool with its destination. */
export async function startWorld(): Promise<{ child: ChildProcess; url: string }> {
  const child = start([join(import.meta.dirname, 'flow-load.ts')], true);
  const { url } = await answerOf<{ url: string }>(child);
  return { child, url };
}

function flowOf(world: { child: ChildProcess }, system: ChildProcess, port: number): Flow {
  return {
    port,
    ask(request) {
      world.child.send(request);
      return answerOf<LoadFound>(world.child);
    },
    async end() {
      await stop(system);
      await stop(world.child);
    },
  };
}

/** Returns the next message of a process. */
export function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise(resolve => child.once('message', message => resolve(message as T)));
}

async function act({ port }: Flow, action: 'pause' | 'resume'): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/destinations/salon/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: '{"reason": "the benchmark"}',
  });
  if (!reply.ok) throw new Error(`${action}: ${reply.status} ${await reply.text()}`);
}

async function untilPlanned({ port }: Flow): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (/^fieldbridge_events_unplanned\{scope="store"\} 0$/m.test(metrics)) return;
    await new Promise(done => setTimeout(done, 100));
  }
}
