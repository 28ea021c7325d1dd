import type { Config } from '../config/config.ts';
import type { Arguments } from './command.ts';
import { UsageError } from './surroundings.ts';

/**
 * Where the running bridge is: as `--url` says, or as the config does. A server that listens everywhere is reached on
 * this machine.
 * @throws UsageError where neither says it
 */
export function serverAddress({ server }: Config, { options }: Arguments): string {
  if (typeof options.url === 'string') return checkedUrl(options.url);
  if (server.port === 0)
    throw new UsageError(
      'the config leaves the port to chance (server.port: 0); say where the bridge is: --url',
    );
  return localAddress(server);
}

/** The address at which a server of this config is reached from its own machine, without a slash at its end. */
export function localAddress({ host, port }: Config['server']): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UsageError('--url takes an address such as http://127.0.0.1:8080');
}
