import type { DestinationRecord } from './destination-record.ts';
import type { MappingHold } from './mapping-hold.ts';

/**
 * What processes that share a store tell each other. Every one of them takes webhooks and answers people; of the work each
 * part has one owner at a time, and the store refuses it to all others (decision 0051).
 */
export interface SharedWork {
  /** Who this process is. */
  readonly process: string;
  /** How often it is to `look`. Milliseconds. */
  readonly lookEveryMs: number;
  /** Whether this process plans, for now. */
  plans(): boolean;
  /** Whether this process delivers to a destination, for now. */
  delivers(destination: string): boolean;
  /** Whether this process tells what is to be told by webhooks of our own, for now. */
  tells(): boolean;
  /**
   * Says that this process is there, takes the work that nobody does and that it is to do, gives up what another one is to
   * do and of which nothing is in flight, and answers what there is to know. To be called about every `lookEveryMs`.
   */
  look(self: SelfReport): Promise<SharedNews>;
  /** Gives up all work of which nothing is in flight, since this process stops, and takes none any more. */
  leave(): Promise<void>;
  /** Asks the owner of a destination for what a person wants of it. */
  ask(destination: string, what: Asked['what']): Promise<void>;
  /** Says that it is done. */
  obeyed(asked: Asked): Promise<void>;
}

/** What a process says of itself. */
export interface SelfReport {
  readonly destinations: readonly string[];
  /** Of the program. */
  readonly version: string;
  /** Hashes of the mapping files, and of the config, that it runs with. */
  readonly mappings: string;
  readonly config: string;
}

/** A process that shares the store. */
export interface ProcessRecord extends Omit<SelfReport, 'destinations'> {
  readonly id: string;
  /** The name of its machine and its number there. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** When it was last seen. Epoch milliseconds. */
  readonly seenAt: number;
  /** What it owns: `planning`, `upkeep`, `messages`. */
  readonly works: readonly string[];
  /** The destinations that it delivers to. */
  readonly delivers: readonly string[];
}

/** What a person asked of a destination at a process that does not own it. */
export interface Asked {
  readonly destination: string;
  readonly number: number;
  readonly what: 'pause' | 'resume';
}

/** What there is to know for all. */
export interface SharedNews {
  readonly destinations: readonly DestinationRecord[];
  /**
   * The destinations that this process owned when the others were read, and the epoch of each: it is another one whenever
   * the destination was another process's meanwhile, which may have changed how it stands.
   */
  readonly epochs: ReadonlyMap<string, number>;
  /** What is asked of the destinations that this process owns. */
  readonly asked: readonly Asked[];
  /** By destination: the catalogs that were saved since the last look, by whomever. */
  readonly catalogs: ReadonlyMap<string, string>;
  readonly holds: readonly MappingHold[];
  readonly processes: readonly ProcessRecord[];
}
