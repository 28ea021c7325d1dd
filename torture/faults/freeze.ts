import { type Fault, pause } from '../ground.ts';

/** Freezes the process like a suspended machine, sometimes for longer than a request may take. */
export const freeze: Fault = {
  name: 'freeze',
  async strike({ bridge, destination, chance, scoreboard }) {
    await pause(20 + chance.int(150));
    bridge.freeze();
    destination.truth.interrupt();
    await pause(chance.maybe(0.15) ? 4_000 + chance.int(1_000) : 30 + chance.int(400));
    // Calls in flight have arrived at the destination by now.
    destination.truth.interrupt();
    bridge.thaw();
    scoreboard.count('freezes');
  },
};
