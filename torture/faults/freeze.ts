import { type Fault, pause } from '../ground.ts';

/** Stops the process for a while, as a suspended machine would; sometimes longer than a request may take. */
export const freeze: Fault = {
  name: 'freeze',
  async strike({ bridge, destination, chance, scoreboard }) {
    await pause(20 + chance.int(150));
    bridge.freeze();
    destination.truth.interrupt();
    await pause(chance.maybe(0.15) ? 4_000 + chance.int(1_000) : 30 + chance.int(400));
    // What was on its way to the destination has arrived by now.
    destination.truth.interrupt();
    bridge.thaw();
    scoreboard.count('freezes');
  },
};
