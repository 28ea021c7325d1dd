import type { FastifyInstance } from 'fastify';
import { type Address, addressText } from '../../config/address.ts';
import type { Config } from '../../config/config.ts';
import type { Servers } from '../../server/server.ts';
import { type ListenPlace, listenFault } from './listen-fault.ts';

/** The names of the settings in the config. */
const serverNames = { host: 'server.host', port: 'server.port' };
const adminNames = { host: 'the host of admin.listen', port: 'port in admin.listen' };

/**
 * Has the servers listen where the config says, and answers their URLs. Webhooks come last: where the other address cannot
 * be had, none is taken.
 * @throws CommandFailed where an address cannot be had
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
