import { pause } from '../../ground.ts';
import type { SharedFault } from '../shared-ground.ts';

/** Kills a process; it may stay down for a moment. */
export const killProcess: SharedFault = {
  name: 'kill',
  of: 'process',
  weight: 5,
  async strike({ members, scoreboard }, chance) {
    const member = chance.pick(members);
    const awayMs = chance.maybe(0.3) ? chance.int(3_000) : 0;
    await member.alone('process', async () => {
      await member.end('SIGKILL');
      scoreboard.count('kills');
      await pause(awayMs);
      await member.start();
    });
  },
};

/** Stops a process gracefully. */
export const stopProcess: SharedFault = {
  name: 'stop',
  of: 'process',
  weight: 3,
  async strike({ members, scoreboard }, chance) {
    const member = chance.pick(members);
    await member.alone('process', async () => {
      await member.end('SIGTERM');
      scoreboard.count('graceful stops');
      await member.start();
    });
  },
};

/** Starts a process in addition to the others, and ends it after a while, gracefully or not. */
export const besideOthers: SharedFault = {
  name: 'beside',
  of: 'process',
  weight: 1,
  async strike({ guest, scoreboard }, chance) {
    const livesMs = 3_000 + chance.int(15_000);
    const signal = chance.pick(['SIGKILL', 'SIGTERM'] as const);
    await guest.alone('process', async () => {
      await guest.start();
      scoreboard.count('processes beside');
      await pause(livesMs);
      await guest.end(signal);
    });
  },
};
