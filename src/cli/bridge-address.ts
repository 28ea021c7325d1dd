import type { Config } from '../config/config.ts';

/** The address at which the bridge of a config is reached from its own machine, without a slash at its end. */
export function bridgeAddress({ server: { host, port } }: Config): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
