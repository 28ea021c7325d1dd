import { pause } from '../../ground.ts';
import type { Figure } from '../../scoreboard.ts';
import type { TorturedDatabase } from '../database.ts';
import type { SharedFault, SharedGround } from '../shared-ground.ts';

/** Kills the first process of the database, and starts the database again. */
export const killDatabase: SharedFault = {
  name: 'kill-database',
  of: 'database',
  weight: 3,
  async strike(ground, chance) {
    const awayMs = chance.maybe(0.4) ? 0 : chance.int(6_000);
    await inTrouble(ground, 'database kills', async database => {
      await database.kill();
      await pause(awayMs);
      await database.start();
    });
  },
};

/** Restarts the database in immediate mode. */
export const restartDatabase: SharedFault = {
  name: 'restart-database',
  of: 'database',
  weight: 3,
  async strike(ground, chance) {
    const awayMs = chance.maybe(0.7) ? 0 : chance.int(3_000);
    await inTrouble(ground, 'immediate restarts', async database => {
      await database.stopAtOnce();
      await pause(awayMs);
      await database.start();
    });
  },
};

/** Terminates all connections, some of them again as soon as they are back. */
export const endConnections: SharedFault = {
  name: 'end-connections',
  of: 'database',
  weight: 4,
  async strike(ground, chance) {
    const again = chance.maybe(0.3) ? 3 : 0;
    await inTrouble(ground, 'ended connections', async database => {
      await database.endConnections();
      for (let times = 0; times < again; times += 1) {
        await pause(100);
        await database.endConnections();
      }
    });
  },
};

/** Makes the database read-only for a while, as during a failover. */
export const readOnlyDatabase: SharedFault = {
  name: 'read-only',
  of: 'database',
  weight: 3,
  async strike(ground, chance) {
    const forMs = 200 + chance.int(chance.maybe(0.2) ? 18_000 : 5_000);
    await inTrouble(ground, 'read-only times', async database => {
      await database.setReadOnly('on');
      await pause(forMs);
      await database.setReadOnly('off');
    });
  },
};

/** Uses up all connections for a while, mostly including those of the processes. */
export const useUpConnections: SharedFault = {
  name: 'use-up-connections',
  of: 'database',
  weight: 3,
  async strike(ground, chance) {
    const forMs = 500 + chance.int(5_000);
    const takesTheirs = chance.maybe(0.7);
    await inTrouble(ground, 'connections used up', async database => {
      const giveBack = await database.useUpConnections();
      if (takesTheirs) await database.endConnections();
      await pause(forMs);
      await giveBack();
    });
  },
};

async function inTrouble(
  { database, trouble, destination, scoreboard }: SharedGround,
  figure: Figure,
  work: (database: TorturedDatabase) => Promise<void>,
): Promise<void> {
  const over = trouble.begin();
  destination.truth.interrupt();
  await work(database);
  scoreboard.count(figure);
  over();
}
