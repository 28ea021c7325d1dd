import type { FastifyInstance } from 'fastify';
import { type Address, addressText } from '../../config/address.ts';
import type { Config } from '../../config/config.ts';
import type { Servers } from '../../server/server.ts';
import { type ListenPlace, listenFault } from './listen-fault.ts';

/** The names of the settings in the config. */
const serverNames = { host: 'server.host', port: 'server.port' };
const adminNames = { host: 'the host of admin.listen', port: 'port in admin.listen' };

/**
 * Makes the servers listen at the addresses of the config, and returns their URLs. The server for webhooks is the last
 * one: if the other address is not available, no webhook is accepted.
 * @throws CommandFailed if an address is not available
 */
export async function listenAll(
  { webhooks, admin }: Servers,
  config: Config,
): Promise<{ readonly url: string; readonly adminUrl: string }> {
  const inside = config.admin?.listen;
  const adminUrl = admin && inside ? await listen(admin, inside, adminNames) : undefined;
  try {
    const url = await listen(webhooks, config.server, serverNames);
    return { url, adminUrl: adminUrl ?? url };
  } catch (error) {
    await admin?.close();
    throw error;
  }
}

/** Returns the URL, without a slash at its end. */
async function listen(
  app: FastifyInstance,
  { host, port }: Address,
  names: ListenPlace['names'],
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenFault(error, { host, port, names }) ?? error;
  }
  const bound = app.server.address();
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${addressText({ host, port: typeof bound === 'object' && bound ? bound.port : port })}`;
}
