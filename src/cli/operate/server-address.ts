import { type Address, addressText, localUrl } from '../../config/address.ts';
import type { Config } from '../../config/config.ts';
import type { Arguments } from '../command.ts';
import { UsageError } from '../surroundings.ts';

/**
 * Returns the address at which the running bridge accepts webhooks: from `--url`, or from the config. A server that
 * listens on every address is reached on this machine.
 * @throws UsageError if neither has it
 */
export function webhookAddress({ server }: Config, args: Arguments): string {
  return chosenAddress(args, server, 'server.port: 0', schemeOf(server));
}

/**
 * Returns the address of its API, which may be a separate one.
 * @throws UsageError if there is none
 */
export function apiAddress(config: Config, args: Arguments): string {
  const listen = config.admin?.listen;
  return listen
    ? chosenAddress(args, listen, `admin.listen: ${addressText(listen)}`, 'http')
    : webhookAddress(config, args);
}

/**
 * Returns the address of the API of this config's bridge, as seen from its own machine; undefined if the config does
 * not determine it.
 */
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
