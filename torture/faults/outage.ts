import { apiOf } from '../api.ts';
import { type Fault, pause } from '../ground.ts';

/** Makes the destination fail for every call for a while, and ask to wait. */
export const outage: Fault = {
  name: 'outage',
  async strike({ bridge, destination, chance, scoreboard }) {
    destination.mood = 'outage';
    scoreboard.count('outages');
    await pause(100 + chance.int(400));
    destination.mood = 'usual';
    await apiOf(bridge.port).resume('salon');
    await pause(200);
  },
};
