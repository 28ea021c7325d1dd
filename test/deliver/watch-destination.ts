import type { Scene } from './scene.ts';

/** The destination as the bridge shows it. */
export async function destinationOf({ harness }: Scene) {
  const [destination] = await harness.bridge.destinations();
  if (!destination) throw new Error('there is no destination');
  return destination;
}

/** The calls that reached the destination after a call number, in order. */
export function callsSince({ harness }: Scene, number: number) {
  return harness.sandbox.calls().filter(call => call.number > number);
}

/** The number of the last call that reached the destination. */
export function lastCall({ harness }: Scene): number {
  return harness.sandbox.calls().at(-1)?.number ?? 0;
}

/** Sends an update for each of these people and does all due work; returns the events' ids. */
export async function sendUpdates(
  scene: Scene,
  customers = [1002, 1003, 1004, 1005, 1006],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const customer of customers) {
    ids.push(await scene.harness.send({ kind: 'update', customer, note: `note for ${customer}` }));
  }
  await scene.harness.run();
  return ids;
}
