import { request } from 'undici';
import type { Config } from '../../config/config.ts';
import { trustingOwn } from './own-certificate.ts';
import { ownApiAddress } from './server-address.ts';

const patienceMs = 2_000;

/**
 * Sends a request under `/api` to the running bridge of a config. Undefined if there is no response, no admin token, or
 * no such object in the bridge: the caller then searches elsewhere.
 */
export async function askBridge(config: Config, path: string): Promise<unknown> {
  const token = config.admin && revealed(config.admin.token);
  const address = ownApiAddress(config);
  if (token === undefined || address === undefined) return undefined;
  try {
    const reply = await request(`${address}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...trustingOwn(config, address),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await reply.body.text();
    return reply.statusCode === 200 ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function revealed(secret: NonNullable<Config['admin']>['token']): string | undefined {
  try {
    return secret.reveal();
  } catch {
    return undefined;
  }
}
