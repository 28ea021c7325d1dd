import { type Fault, pause } from '../ground.ts';

/** Kills the process at a random moment, if possible with bookings in flight. */
export const killAnywhere: Fault = {
  name: 'kill',
  async strike({ bridge, destination, chance, scoreboard }) {
    await pause(chance.int(80));
    for (let tries = 0; tries < 20 && destination.truth.openBookings().length < 3; tries += 1) await pause(5);
    await bridge.end('SIGKILL');
    scoreboard.count('kills');
    await bridge.start();
  },
};
