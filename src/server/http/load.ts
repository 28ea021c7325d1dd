/**
 * The reason why a request cannot be accepted now: all sources together, or its own source, have too much in progress.
 */
export type Shortage = 'full' | 'source-busy';

/** The bytes of one request that are being read and worked on. */
export interface Share {
  /** Reserves more bytes; returns the reason if there is no space for them. */
  take(bytes: number): Shortage | undefined;
  /** Gives all of them back. */
  close(): void;
}

/** Bounds the memory of everything that is under way. */
export interface Load {
  open(source: string): Share;
  bytes(): number;
}

/** `maxBytes` for all sources together; `maxSourceBytes` for one of them, so that one cannot crowd out the rest. */
export interface LoadLimits {
  readonly maxBytes: number;
  readonly maxSourceBytes: number;
}

/** The defaults: 64 MiB in flight, of which one source may have half. */
export const defaultLoadLimits: LoadLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxSourceBytes: 32 * 1024 * 1024,
};

/** Counts the bytes in flight, for all sources and for each. */
export function measureLoad(limits: LoadLimits): Load {
  let total = 0;
  const bySource = new Map<string, number>();
  return {
    open(source) {
      let taken = 0;
      return {
        take(bytes) {
          const ofSource = (bySource.get(source) ?? 0) + bytes;
          if (total + bytes > limits.maxBytes) return 'full';
          if (ofSource > limits.maxSourceBytes) return 'source-busy';
          total += bytes;
          taken += bytes;
          bySource.set(source, ofSource);
          return undefined;
        },
        close() {
          total -= taken;
          bySource.set(source, (bySource.get(source) ?? 0) - taken);
          taken = 0;
        },
      };
    },
    bytes: () => total,
  };
}
