import type { Bridge } from './bridge.ts';
import type { Chance } from './chance.ts';
import type { Destination } from './destination.ts';
import type { Scoreboard } from './scoreboard.ts';
import type { Sender } from './sender.ts';
import type { Volume } from './volume.ts';

/** Everything that a fault may lay hands on. */
export interface Ground {
  readonly bridge: Bridge;
  readonly destination: Destination;
  readonly senders: readonly Sender[];
  readonly volume: Volume | undefined;
  readonly chance: Chance;
  readonly scoreboard: Scoreboard;
  /** The folder of the config, the token's file and the mappings. */
  readonly folder: string;
}

/** Whether those who work beside the faults go on, finish what they began, or leave it. */
export type Work = 'go on' | 'finish' | 'leave';

/** One kind of trouble. */
export interface Fault {
  /** As `--only` names it. */
  readonly name: string;
  /** Why it cannot be brought about on this machine; undefined where it can. */
  readonly missing?: (ground: Pick<Ground, 'volume'>) => string | undefined;
  /** Brings it about once, and leaves a bridge that runs. */
  strike(ground: Ground): Promise<void>;
}

/** Waits so many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}
