import { type Fault, pause } from '../ground.ts';

const second = 1_000;
const hour = 60 * 60 * second;

/**
 * Makes the wall clock jump. Calls due at a time far ahead would wait for it, so a jump back is reverted after a while.
 * A jump ahead stays. All jumps together stay far below the maximum age of events.
 */
export const jumpClock: Fault = {
  name: 'clock',
  async strike({ bridge, chance, scoreboard }) {
    const size = chance.pick([second, 60 * second, hour, 12 * hour]) * (0.5 + chance.int(100) / 100);
    const before = bridge.aheadMs;
    bridge.setClock(chance.maybe(0.5) ? before + size : before - size);
    scoreboard.count('clock jumps');
    await pause(50 + chance.int(200));
    if (bridge.aheadMs > before) return;
    bridge.setClock(before);
    scoreboard.count('clock jumps');
  },
};
