import { type Address, addressText, localUrl } from '../../config/address.ts';
import type { Config } from '../../config/config.ts';
import type { Arguments } from '../command.ts';
import { UsageError } from '../surroundings.ts';

/**
 * Where the running bridge takes webhooks: as `--url` says, or as the config does. A server that listens everywhere is
 * reached on this machine.
 * @throws UsageError where neither says it
 */
export function webhookAddress({ server }: Config, args: Arguments): string {
  return chosenAddress(args, server, 'server.port: 0', schemeOf(server));
}

/**
 * The same for its API, which may have an address of its own.
 * @throws UsageError where nothing says it
 */
export function apiAddress(config: Config, args: Arguments): string {
  const listen = config.admin?.listen;
  return listen
    ? chosenAddress(args, listen, `admin.listen: ${addressText(listen)}`, 'http')
    : webhookAddress(config, args);
}

/** Where a bridge of this config has its API, seen from its own machine; undefined where the config leaves it to chance. */
export function ownApiAddress({ server, admin }: Config): string | undefined {
  const address = admin?.listen ?? server;
  return address.port === 0 ? undefined : localUrl(address, admin?.listen ? 'http' : schemeOf(server));
}

function schemeOf({ tls }: Config['server']): 'http' | 'https' {
  return tls ? 'https' : 'http';
}

function chosenAddress(
  { options }: Arguments,
  address: Address,
  entry: string,
  scheme: 'http' | 'https',
): string {
  if (typeof options.url === 'string') return checkedUrl(options.url);
  if (address.port !== 0) return localUrl(address, scheme);
  throw new UsageError(`the config leaves the port to chance (${entry}); say where the bridge is: --url`);
}

function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UsageError('--url takes an address such as http://127.0.0.1:8080');
}
