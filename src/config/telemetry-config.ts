import type { Secret } from './secret.ts';

/** A collector of traces, and the settings for it. */
export interface TelemetryConfig {
  /** Without a slash at its end, and without `/v1/traces`. */
  readonly otlp: string;
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, Secret>;
  /** The share of webhooks that are recorded, from 0 to 1. */
  readonly sample: number;
  /** The proxy from the environment for this address. */
  readonly proxy: Secret | undefined;
}
