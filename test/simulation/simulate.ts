import { join } from 'node:path';
import { chanceOf, seedOf } from '../../torture/chance.ts';
import { amendAny } from './amend-any.ts';
import { createChaos } from './chaos.ts';
import { stillness, useEdges } from './edges.ts';
import { judgeAmended } from './judge-amended.ts';
import { judgeEnd } from './judge-end.ts';
import { judgeHolds } from './judge-holds.ts';
import { createJourneyJudge } from './judge-journeys.ts';
import { judgeOrder } from './judge-order.ts';
import { createMachine, type Machine } from './machine.ts';
import { type NetworkOptions, transportOf } from './network.ts';
import { act } from './operator.ts';
import { createRecord, type Record } from './record.ts';
import { type MappingSetName, type Scenario, scenarioOf } from './scenario.ts';
import { send } from './senders.ts';
import { configOf, mappingsOf, tokenFile } from './setting.ts';
import { createTruth, type Truth } from './truth.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/** The result of the run of one seed. */
export interface Run {
  readonly seed: number;
  /** Findings as text; empty if every promise was kept. */
  readonly wrong: readonly string[];
  /** A hash of all that happened; equal for equal seeds. */
  readonly trace: string;
  readonly figures: Figures;
}

/** Counts of a run. */
export interface Figures {
  readonly events: number;
  readonly delivered: number;
  readonly requests: number;
  readonly crashes: number;
  readonly virtualMs: number;
}

interface Stage {
  readonly scenario: Scenario;
  readonly time: VirtualTime;
  readonly truth: Truth;
  readonly record: Record;
  readonly machine: Machine;
  mappings: MappingSetName;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Runs one seed from the first event until everything is at rest, and judges it. `tell` is called with each line of the
 * trace.
 */
export async function simulate(seed: number, folder: string, tell?: (line: string) => void): Promise<Run> {
  const scenario = scenarioOf(seed);
  const time = createVirtualTime(stillness);
  useEdges(time, chanceOf(seedOf(seed, 1)));
  const record = createRecord(time.monotonic, tell);
  const truth = createTruth(scenario.people, scenario.again);
  tokenFile.text = truth.token;
  const stage = await setStage(scenario, { time, record, truth, folder: join(folder, String(seed)) });
  try {
    schedule(stage);
    await time.runUntil(scenario.calm);
    await comeToRest(stage);
    const views = await judgeEnd(stage);
    judgeOrder(stage, views);
    judgeHolds(stage);
    await judgeAmended(stage, views);
    const delivered = [...views.values()].filter(each => each.status === 'delivered').length;
    const figures = {
      events: record.ids.size,
      delivered,
      requests: record.journeys.length,
      crashes: record.crashes.length,
      virtualMs: time.monotonic(),
    };
    return { seed, wrong: [...new Set(record.found)], trace: record.trace(), figures };
  } finally {
    await inTime(time, stage.machine.close());
  }
}

async function setStage(
  scenario: Scenario,
  { time, record, truth, folder }: Pick<Stage, 'time' | 'record' | 'truth'> & { folder: string },
): Promise<Stage> {
  const config = configOf(scenario);
  const chance = chanceOf(seedOf(scenario.seed, 2));
  const chaos = createChaos(scenario, { time, record, machine: () => stage.machine });
  const judge = createJourneyJudge(scenario, record);
  const network: NetworkOptions = {
    time,
    chance,
    truth,
    fateOf: chaos.fateOf,
    onStep(step, journey) {
      judge.see(step, journey);
      chaos.step(step);
    },
  };
  const machine = createMachine({
    folder,
    config,
    mappings: () => mappingsOf(scenario, stage.mappings),
    time,
    random: () => chance.int(2 ** 30) / 2 ** 30,
    report: chaos.report,
    transport: process => transportOf(process, network),
    faults: chaos.store,
  });
  const stage: Stage = { scenario, time, truth, record, machine, mappings: 'A' };
  for (const event of scenario.events) {
    record.sent.set(event.mark, event);
    if (event.appointment === undefined || event.ends === 'unknown') continue;
    if (!truth.reservations.has(event.appointment)) truth.reserve(event.appointment, event.ends);
  }
  await inTime(time, machine.start());
  return stage;
}

/** Awaits a promise that needs time to pass. */
async function inTime(time: VirtualTime, what: Promise<unknown>): Promise<void> {
  let done = false;
  const ended = what.finally(() => {
    done = true;
  });
  while (!done) await time.runUntil(time.monotonic() + 10);
  await ended;
}

function schedule(stage: Stage): void {
  const { scenario, time, truth, machine, record } = stage;
  const config = configOf(scenario);
  const chance = chanceOf(seedOf(scenario.seed, 3));
  const wrong = (error: unknown) => record.found.push(`the simulation failed: ${(error as Error).stack}`);
  for (const event of scenario.events) {
    for (const at of event.times)
      time.after(at, () =>
        send(event, { config, machine, time, record, isRow: scenario.rows.has(event.mark) }).catch(wrong),
      );
  }
  const desk = { machine, record, truth, chance, now: time.monotonic };
  for (const { at, what } of scenario.actions) time.after(at, () => act(what, desk).catch(wrong));
  for (const at of scenario.amends) time.after(at, () => amendAny(desk).catch(wrong));
  for (const { at, ms } of scenario.jumps) time.after(at, () => time.jump(ms));
  for (const { at, mappings } of scenario.reloads) time.after(at, () => reload(stage, mappings).catch(wrong));
  const { token, archive } = scenario;
  if (token) {
    time.after(token.from, () => {
      truth.token = 'the second token of the simulation';
    });
    time.after(token.to, () => {
      tokenFile.text = truth.token;
    });
  }
  if (archive) {
    time.after(archive.from, () => truth.archived.add(archive.key));
    time.after(archive.to, () => truth.archived.delete(archive.key));
  }
}

async function reload(stage: Stage, which: Stage['mappings']): Promise<void> {
  stage.mappings = which;
  stage.record.note(`mappings ${which}`);
  await stage.machine.process?.bridge.useMappings(mappingsOf(stage.scenario, which)).catch(() => {
    // The store was unavailable: the files are read again a moment later.
    stage.time.after(5 * second, () => reload(stage, which));
  });
}

/** Without further trouble, the bridge does all remaining work by itself, except what waits for people. */
async function comeToRest(stage: Stage): Promise<void> {
  const { scenario, time, record, machine } = stage;
  await time.runUntil(time.monotonic() + minute);
  await reload(stage, 'A');
  const { process } = machine;
  if (!process) throw new Error('no process runs in the calm');
  await inTime(time, process.bridge.resume('salon'));
  const jumped = Math.max(0, ...scenario.jumps.map(each => -each.ms));
  const patience = time.monotonic() + (scenario.retryMax === '1h' ? 2 * hour : hour) + jumped;
  for (let quiet = 0; quiet < 2; ) {
    await time.runUntil(time.monotonic() + (quiet === 0 ? minute : 2 * second));
    quiet = (await isAtRest(stage)) ? quiet + 1 : 0;
    if (time.monotonic() > patience) {
      const waiting = JSON.stringify((await process.real.counts()).statuses);
      record.found.push(`stuck: there is always something to do: ${waiting}`);
      return;
    }
  }
}

async function isAtRest({ machine, record }: Stage): Promise<boolean> {
  const { process } = machine;
  if (!process) return false;
  const { statuses, unplanned } = await process.real.counts();
  if (statuses.held > 0 || unplanned > 0) return false;
  if ((await process.real.nextDueAt('salon')) !== undefined) return false;
  return !record.journeys.some(each => each.process === process.number && each.endedAt === undefined);
}
