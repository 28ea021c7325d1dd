import { type Store, StoreUnavailable } from '../../src/inbox/store.ts';

/** What befalls one use of the store. `lost`: it is written, and the process ends before it knows. */
export type StoreFate = 'well' | 'unavailable' | 'stalls' | 'crash before' | 'lost';

/** What the fault layer asks of its surroundings. */
export interface StoreFaults {
  readonly alive: () => boolean;
  readonly fateOf: (method: string) => StoreFate;
  readonly crash: (where: string) => void;
  readonly pause: () => Promise<void>;
  /** A use of the store ended well. */
  readonly used: (method: string, given: readonly unknown[], answer: unknown) => void;
}

/**
 * Puts a layer of faults before a store, which itself stays as it is. After a crash no use of it ever ends, so that
 * what the dead process still does comes to nothing.
 */
export function faultyStore(store: Store, faults: StoreFaults): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name];
      if (typeof method !== 'function') return method;
      // It is a few bytes beside the store, and asks nobody.
      if (name === 'planningNow') return target.planningNow.bind(target);
      if (name === 'release') return (...given: Parameters<Store['release']>) => target.release(...given);
      return (...given: unknown[]) =>
        guarded(name, given, () => Reflect.apply(method, target, given) as Promise<unknown>, faults);
    },
  });
}

async function guarded(
  method: string,
  given: readonly unknown[],
  run: () => Promise<unknown>,
  { alive, fateOf, crash, pause, used }: StoreFaults,
): Promise<unknown> {
  if (!alive()) return never();
  // Only what is told of holds is counted, so that the course of things does not depend on it.
  const fate = method === 'counts' ? 'well' : fateOf(method);
  if (fate === 'crash before') crash(`before ${method}`);
  if (fate === 'stalls') await pause();
  if (!alive()) return never();
  if (fate === 'unavailable') throw new StoreUnavailable('the disk of the simulation is full');
  const answer = await run();
  if (!alive()) return never();
  used(method, given, answer);
  if (fate === 'lost') crash(`after ${method}`);
  return alive() ? answer : never();
}

function never(): Promise<never> {
  return new Promise(() => {});
}
