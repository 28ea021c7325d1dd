import { StoreUnavailable } from '../../store.ts';

/**
 * Collects items that are requested while a group runs into the next group, so that one transaction serves many. If a
 * group fails because of one of its items, each item is run alone.
 */
export function inGroups<Item, Result>(
  most: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  interface Asked {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting: Asked[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) await runGroup(waiting.splice(0, most));
    isRunning = false;
  }

  async function runGroup(group: readonly Asked[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1 || error instanceof StoreUnavailable) {
        for (const { reject } of group) reject(error);
        return;
      }
      for (const each of group) await runGroup([each]);
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(() => void runAll());
    });
}
