/** The reason why a request cannot be accepted now: the limit for all sources, or for its own source, is reached. */
export type Shortage = 'full' | 'source-busy';

/** The bytes of one request in progress. */
export interface Share {
  /** Reserves more bytes; returns the reason if there is no space for them. */
  take(bytes: number): Shortage | undefined;
  /** Releases all reserved bytes. */
  close(): void;
}

/** Limits the memory of all requests in progress. */
export interface Load {
  open(source: string): Share;
  bytes(): number;
}

/** `maxBytes` for all sources together; `maxSourceBytes` for each, so that one cannot crowd out the others. */
export interface LoadLimits {
  readonly maxBytes: number;
  readonly maxSourceBytes: number;
}

/** The defaults: 64 MiB in flight, half of it for one source. */
export const defaultLoadLimits: LoadLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxSourceBytes: 32 * 1024 * 1024,
};

/** Counts the bytes in flight, in total and for each source. */
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
