import { apiOf, type SeenEvent } from './api.ts';
import { seedOf } from './chance.ts';
import { pause, type Work } from './ground.ts';
import type { Ledger } from './hostile/make-attack.ts';
import { sendHostile } from './hostile-senders.ts';
import { judge } from './judge.ts';
import { lookInside } from './look-inside.ts';
import { createOperator, type Operator } from './operator.ts';
import { fullPace, openScene, type Scene, type SceneOptions } from './scene.ts';
import type { Sent } from './sender.ts';

/** The options of an episode. The same seed gives the same choices; real processes vary in time. */
export interface EpisodeOptions extends SceneOptions {
  /** Causes one fault after another. */
  readonly strike: (scene: Scene) => Promise<void>;
}

const quietWithinMs = 90_000;

/**
 * One episode: a bridge on a new store, with senders, hostile senders, an operator and a destination, while one fault
 * after another strikes. Then everything comes to rest and is judged. Findings are counted on the scoreboard. Returns
 * the folder that is kept for inspection, if anything was found.
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
    const { hostilePerSecond } = options.pace ?? fullPace;
    const request = { bridge: scene.bridge, seed: seedOf(options.seed, 2), scoreboard, hostilePerSecond };
    const hostile = sendHostile(request, () => work !== 'go on');
    await options.strike(scene);
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

/** Ends holds like an operator, and waits until nothing is queued any more. */
async function comeToRest({ bridge, scoreboard }: Scene): Promise<readonly SeenEvent[]> {
  const api = apiOf(bridge.port);
  for (const destination of ['salon', 'attic']) await api.resume(destination);
  await pause(300);
  // After a hold the bridge starts slowly, but not after a restart.
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
