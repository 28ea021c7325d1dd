import { Agent } from 'undici';
import { localUrl } from '../../config/address.ts';
import type { Config } from '../../config/config.ts';
import { isPlaceholder } from '../../config/placeholder.ts';

/**
 * How the running bridge is asked over TLS at its own address, which its certificate does not name: whoever has the very
 * certificate of the config is the bridge, and nobody else. Undefined for any other address.
 */
export function trustingOwn({ server }: Pick<Config, 'server'>, address: string): { dispatcher?: Agent } {
  const ca = server.tls?.cert.reveal();
  if (ca === undefined || isPlaceholder(ca) || address !== localUrl(server, 'https')) return {};
  const connect = { ca, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
  return { dispatcher: new Agent({ keepAliveTimeout: 1, connect }) };
}
