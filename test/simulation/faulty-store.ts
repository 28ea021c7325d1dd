import { type Store, StoreUnavailable } from '../../src/inbox/store.ts';

/** The fate of one operation of the store. `lost`: it is written, and the process ends before it knows. */
export type StoreFate = 'well' | 'unavailable' | 'stalls' | 'crash before' | 'lost';

/** The decisions and notices of the fault layer. */
export interface StoreFaults {
  readonly alive: () => boolean;
  readonly fateOf: (method: string) => StoreFate;
  readonly crash: (where: string) => void;
  readonly pause: () => Promise<void>;
  /** Called when an operation has succeeded. */
  readonly used: (method: string, given: readonly unknown[], answer: unknown) => void;
}

/**
 * Wraps a store in a layer of faults. After a crash no operation ends, so that the remaining work of the dead process
 * has no effect.
 */
export function faultyStore(store: Store, faults: StoreFaults): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name];
      if (typeof method !== 'function') return method;
      // It writes a few bytes beside the store, and has no fate.
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
  // `counts` is used only for reports on holds, so it takes no random choice that would change the run.
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
