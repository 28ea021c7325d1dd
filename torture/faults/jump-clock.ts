import { type Fault, pause } from '../ground.ts';

const second = 1_000;
const hour = 60 * 60 * second;

/**
 * Has the wall clock jump. What is due by a time that is far ahead would wait for it, so a jump back is taken back after
 * a while, and one ahead stays; all of them together stay far below what events may wait.
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
