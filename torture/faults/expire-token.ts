import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf } from '../api.ts';
import { tokenFile } from '../config-text.ts';
import { type Fault, type Ground, pause } from '../ground.ts';

/** Makes the destination refuse the token; after a while the token's file gets a new one. */
export const expireToken: Fault = {
  name: 'token',
  strike: ground => expire(ground, async () => undefined),
};

/** The same, with a kill in between, so that the bridge starts with a refused token. */
export const expireTokenAndKill: Fault = {
  name: 'token',
  strike: ground =>
    expire(ground, async ({ bridge, scoreboard }) => {
      await bridge.end('SIGKILL');
      scoreboard.count('kills');
      await bridge.start();
    }),
};

async function expire(ground: Ground, between: (ground: Ground) => Promise<void>): Promise<void> {
  const { destination, bridge, chance, scoreboard } = ground;
  destination.token = `token-${chance.int(1_000_000_000)}`;
  scoreboard.count('expired tokens');
  await pause(100 + chance.int(300));
  await between(ground);
  writeToken(ground);
  await apiOf(bridge.port).resume('salon');
  await pause(200);
}

/** Writes the valid token into the file that the config names, in one step. */
export function writeToken({ folder, destination }: Pick<Ground, 'folder' | 'destination'>): void {
  const path = join(folder, tokenFile);
  writeFileSync(`${path}-new`, `${destination.token}\n`);
  renameSync(`${path}-new`, path);
}
