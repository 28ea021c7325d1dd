import type { Bridge } from './bridge.ts';
import type { Chance } from './chance.ts';
import type { Destination } from './destination.ts';
import type { Scoreboard } from './scoreboard.ts';
import type { Sender } from './sender.ts';
import type { Volume } from './volume.ts';

/** Everything that a fault may use. */
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

/** Whether the parts that run beside the faults continue, finish their work, or abandon it. */
export type Work = 'go on' | 'finish' | 'leave';

/** One kind of fault. */
export interface Fault {
  /** Its name for `--only`. */
  readonly name: string;
  /** Returns the reason why it is impossible on this machine; undefined if it is possible. */
  readonly missing?: (ground: Pick<Ground, 'volume'>) => string | undefined;
  /** Causes it once, and leaves a running bridge. */
  strike(ground: Ground): Promise<void>;
}

/** Waits for this many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise(done => setTimeout(done, ms));
}
