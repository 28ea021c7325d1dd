import { join } from 'node:path';
import { createCatalog } from '../../src/booking/catalog/catalog.ts';
import { createClient } from '../../src/booking/http/client.ts';
import { Secret } from '../../src/config/secret.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { openPrepared } from '../inbox/open-prepared.ts';

/** The known statuses of a bridge, and their age: all names from a refusal, or an accepted one. */
interface Learned {
  readonly listed?: readonly string[];
  readonly confirmed?: readonly string[];
  readonly daysAgo: number;
}

/** Stores the data of a bridge that has learned the status names of an account. */
export async function keepStatuses(directory: string, learned: Learned, sandbox: Sandbox): Promise<void> {
  const now = () => Date.now() - learned.daysAgo * 86_400_000;
  const store = await openPrepared(join(directory, 'bridge.db'), { clock: { now } });
  const client = createClient({
    baseUrl: sandbox.url,
    token: new Secret(sandbox.tokens.mitte),
    timeoutMs: 5_000,
    connections: 1,
  });
  const catalog = createCatalog({
    destination: { locale: 'de', statuses: ['Neukunde', 'Stammkunde'] },
    client,
    clock: { now },
    restored: undefined,
    save: snapshot => store.saveCatalog('salon', snapshot),
  });
  await catalog.probe();
  if (learned.listed) await catalog.learnStatuses(learned.listed);
  for (const name of learned.confirmed ?? []) await catalog.confirmStatus(name);
  await client.close();
  await store.close();
}
