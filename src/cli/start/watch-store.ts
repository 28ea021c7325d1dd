import type { IntakeStore } from '../../inbox/intake-store.ts';
import type { StoreHealth } from '../../inbox/store.ts';
import type { Log } from '../../log/log.ts';

/** The store is checked regularly until `end`. */
export interface StoreWatch {
  /** Resolves with the reason when the store is broken for good and the process should end. */
  readonly broken: Promise<string>;
  end(): void;
}

/** The watched store, and the functions that are called. */
export interface WatchedStore {
  readonly store: Pick<IntakeStore, 'health'>;
  /** Resolves with the reason when a write or a read showed that no write is possible any more. */
  readonly brokeDown: Promise<string>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly everyMs?: number;
}

const lookEveryMs = 10_000;

/**
 * Checks the store at once and then regularly, and logs each change of its state, even if nothing is written to it.
 * After a failed fsync the disk may report wrong contents; only a new process can read the real ones.
 */
export function watchStore({ store, brokeDown, log, everyMs = lookEveryMs }: WatchedStore): StoreWatch {
  let told: State = 'well';
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<string>();
  void brokeDown.then(breakDown);

  async function look(): Promise<void> {
    const health = await store.health();
    if (!health.writable && health.lasting) breakDown(health.reason);
    const state = stateOf(health);
    if (state === told) return;
    told = state;
    if (!health.writable) log.warn({ reason: health.reason }, 'store not writable');
    else if (health.warning !== undefined) log.warn({ reason: health.warning }, 'store disk almost full');
    else log.info({}, 'store recovered');
  }

  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return { broken, end: () => clearInterval(timer) };
}

type State = 'well' | 'low' | 'unwritable';

function stateOf(health: StoreHealth): State {
  if (!health.writable) return 'unwritable';
  return health.warning === undefined ? 'well' : 'low';
}
