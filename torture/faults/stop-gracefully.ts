import { apiOf } from '../api.ts';
import { type Fault, pause } from '../ground.ts';

/**
 * Stops the process gracefully (SIGTERM) while bookings are in flight. The destination answers them well meanwhile, so
 * none may become uncertain.
 */
export const stopGracefully: Fault = {
  name: 'stop',
  async strike({ bridge, destination, chance, scoreboard, senders }) {
    await pause(20 + chance.int(150));
    const { truth } = destination;
    destination.mood = 'calm';
    const known = new Set(truth.bookings.keys());
    const underWay = () => [...truth.bookings.keys()].filter(key => !known.has(key));
    await pause(10 + chance.int(40));
    const status = await bridge.end('SIGTERM');
    const touched = new Set(underWay());
    destination.mood = 'usual';
    scoreboard.count('graceful stops');
    if (status !== 0)
      scoreboard.fault(
        'graceful stops that failed',
        `exit status ${status}:\n${bridge.printed().slice(-2_000)}`,
      );
    await bridge.start();
    const uncertain = new Set((await apiOf(bridge.port).events('status=uncertain')).map(({ id }) => id));
    for (const { booking, twin, ids } of senders.flatMap(sender => sender.sent)) {
      if (twin || booking === undefined || !touched.has(booking)) continue;
      for (const id of ids)
        if (uncertain.has(id)) scoreboard.fault('uncertain by a graceful stop', `${booking} (${id})`);
    }
  },
};
