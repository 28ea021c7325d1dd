import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { apiOf, type SeenEvent } from './api.ts';
import { seedOf } from './chance.ts';
import { storeFolder } from './config-text.ts';
import { type Amounts, strikesOf } from './faults/faults.ts';
import { type Fault, pause, type Work } from './ground.ts';
import type { Ledger } from './hostile/make-attack.ts';
import { sendHostile } from './hostile-senders.ts';
import { judge } from './judge.ts';
import { createOperator, type Operator } from './operator.ts';
import { type Disk, openScene, type Scene } from './scene.ts';
import type { Scoreboard } from './scoreboard.ts';
import type { Sent } from './sender.ts';

/** What one episode is. The same seed makes the same choices; real processes take their own times. */
export interface EpisodeOptions {
  readonly seed: number;
  readonly amounts: Amounts;
  /** Nothing but faults of this name. */
  readonly only?: string | undefined;
  readonly disk: Disk;
  readonly scoreboard: Scoreboard;
  /** Whether no more should strike. */
  readonly enough?: () => boolean;
}

const lookInsideEvery = 20;
const quietWithinMs = 90_000;

/**
 * One episode: a bridge on a new store, with senders, hostile senders, an operator and a destination all at work, while
 * one fault after another strikes; then everything comes to rest and is judged. What was found goes to the scoreboard.
 * Answers the folder that is left to be looked at, where something was found.
 */
export async function runEpisode(options: EpisodeOptions): Promise<string | undefined> {
  const { scoreboard } = options;
  const found = (): number => scoreboard.faults().length;
  const before = found();
  const scene = await openScene(options);
  let work: Work = 'go on';
  try {
    await scene.bridge.start();
    const known = (id: string): Sent | undefined =>
      scene.senders.flatMap(({ sent }) => sent).find(({ ids }) => ids.has(id));
    const operator = createOperator(scene, known);
    const senders = Promise.all(scene.senders.map(sender => sender.run(() => work)));
    const operating = operator.run(() => work !== 'go on');
    const wish = { bridge: scene.bridge, seed: seedOf(options.seed, 2), scoreboard };
    const hostile = sendHostile(wish, () => work !== 'go on');
    await strikeAll(scene, options);
    scene.destination.mood = 'calm';
    scene.volume?.giveBack();
    work = 'finish';
    const [ledger] = await Promise.all([hostile, senders, operating]);
    const seen = await comeToRest(scene);
    await judgeAll(scene, operator, seen, ledger);
  } catch (error) {
    scoreboard.fault('did not come back', error instanceof Error ? error.message : String(error));
  } finally {
    work = 'leave';
    await scene.clear(found() > before);
  }
  return found() > before ? scene.folder : undefined;
}

async function strikeAll(scene: Scene, options: EpisodeOptions): Promise<void> {
  const { chance, scoreboard } = scene;
  const strikes = shuffled(strikesOf(options.amounts, options.only), below => chance.int(below));
  for (const [index, fault] of strikes.entries()) {
    if (options.enough?.()) return;
    const missing = fault.missing?.(scene);
    if (missing === undefined) await fault.strike(scene);
    else scoreboard.leftOut(`${fault.name}: ${missing}`);
    if (index % lookInsideEvery === lookInsideEvery - 1) await lookInside(scene);
  }
}

/** The file of the store is whole, and what all objects inherit is as it was. */
async function lookInside({ bridge, folder, volume, scoreboard }: Scene): Promise<void> {
  if (bridge.alive && !(await bridge.prototypesAsBefore()))
    scoreboard.fault('bent by hostile inputs', 'what all objects inherit has changed');
  const file = join(folder, storeFolder, 'bridge.db');
  const [program = '', ...words] = [
    ...(volume?.prefix ?? []),
    process.execPath,
    join(import.meta.dirname, 'integrity.ts'),
    file,
  ];
  const looked = spawnSync(program, words, { encoding: 'utf8' });
  scoreboard.count('integrity checks');
  if (looked.stdout !== 'ok') scoreboard.fault('damaged stores', looked.stdout || looked.stderr);
}

/** Ends holds as an operator would, and waits until nothing is queued any more. */
async function comeToRest({ bridge, scoreboard }: Scene): Promise<readonly SeenEvent[]> {
  const api = apiOf(bridge.port);
  for (const destination of ['salon', 'attic']) await api.resume(destination);
  await pause(300);
  // After a hold it goes slowly at first, but not after a start.
  if ((await bridge.end('SIGTERM')) !== 0) scoreboard.fault('graceful stops that failed', 'before the rest');
  await bridge.start();
  const until = performance.now() + quietWithinMs;
  while (performance.now() < until) {
    const waiting = [...(await api.events('status=queued', 1)), ...(await api.events('status=held', 1))];
    if (waiting.length === 0) break;
    await pause(200);
  }
  return api.events('');
}

async function judgeAll(
  scene: Scene,
  operator: Operator,
  seen: readonly SeenEvent[],
  hostile: Ledger,
): Promise<void> {
  const { scoreboard, bridge, destination } = scene;
  await operator.inspectAll();
  await lookInside(scene);
  const status = await bridge.end('SIGTERM');
  if (status !== 0) scoreboard.fault('graceful stops that failed', `at rest, exit status ${status}`);
  await lookInside(scene);
  for (const words of hostile.wrong) scoreboard.fault('bent by hostile inputs', words);
  const sent = scene.senders.flatMap(sender => sender.sent);
  const { truth } = destination;
  judge({ sent, hostileIds: hostile.answered, seen, truth, givenUp: operator.givenUp }, scoreboard);
}

function shuffled(faults: readonly Fault[], int: (below: number) => number): readonly Fault[] {
  return faults
    .map(fault => ({ fault, at: int(1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ fault }) => fault);
}
