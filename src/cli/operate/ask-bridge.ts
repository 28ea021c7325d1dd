import { request } from 'undici';
import type { Config } from '../../config/config.ts';
import { trustingOwn } from './own-certificate.ts';
import { ownApiAddress } from './server-address.ts';

const patienceMs = 2_000;

/**
 * Asks the running bridge of a config for something under `/api`. Undefined where no bridge answers, where it has no
 * admin token, or where it does not have what is asked for: who asks then looks elsewhere.
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
