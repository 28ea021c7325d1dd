import type { DestinationRecord } from './destination-record.ts';
import type { MappingHold } from './mapping-hold.ts';

/**
 * The communication between processes that share a store. Every process accepts webhooks and serves people. Each part
 * of the work has one owner at a time, and the store refuses it to all others (decision 0051).
 */
export interface SharedWork {
  /** The id of this process. */
  readonly process: string;
  /** The interval between calls of `look`. Milliseconds. */
  readonly lookEveryMs: number;
  /** True if this process currently plans. */
  plans(): boolean;
  /** True if this process currently delivers to a destination. */
  delivers(destination: string): boolean;
  /** True if this process currently sends the messages. */
  tells(): boolean;
  /**
   * Renews the heartbeat of this process, takes over free work that it should do, gives up work that another process
   * should do and that has no call in flight, and returns the news. Call it about every `lookEveryMs`.
   */
  look(self: SelfReport): Promise<SharedNews>;
  /** Gives up all work without a call in flight, because this process stops, and takes over no more. */
  leave(): Promise<void>;
  /** Sends a person's command to the owner of a destination. */
  ask(destination: string, what: Asked['what']): Promise<void>;
  /** Marks a command as done. */
  obeyed(asked: Asked): Promise<void>;
}

/** The properties of a process that others can see. */
export interface SelfReport {
  readonly destinations: readonly string[];
  /** The version of the program. */
  readonly version: string;
  /** The hashes of its mapping files and of its config. */
  readonly mappings: string;
  readonly config: string;
}

/** A process that shares the store. */
export interface ProcessRecord extends Omit<SelfReport, 'destinations'> {
  readonly id: string;
  /** The name of its machine and its process number there. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The time when it was last seen. Epoch milliseconds. */
  readonly seenAt: number;
  /** The parts that it owns: `planning`, `upkeep`, `messages`. */
  readonly works: readonly string[];
  /** The destinations that it delivers to. */
  readonly delivers: readonly string[];
}

/** A person's command for a destination, given to a process that does not own it. */
export interface Asked {
  readonly destination: string;
  readonly number: number;
  readonly what: 'pause' | 'resume';
}

/** The news for all processes. */
export interface SharedNews {
  readonly destinations: readonly DestinationRecord[];
  /**
   * The destinations that this process owned when the other data were read, with the epoch of each. The epoch is
   * different after another process has owned the destination meanwhile, and may have changed its state.
   */
  readonly epochs: ReadonlyMap<string, number>;
  /** The commands for the destinations that this process owns. */
  readonly asked: readonly Asked[];
  /** The catalogs that any process saved since the last call of `look`, by destination. */
  readonly catalogs: ReadonlyMap<string, string>;
  readonly holds: readonly MappingHold[];
  readonly processes: readonly ProcessRecord[];
}
