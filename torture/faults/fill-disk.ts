import { type Fault, pause } from '../ground.ts';
import { whyNoVolume } from '../volume.ts';

/** Fills the disk of the store, completely or almost; sometimes the process is killed then. */
export const fillDisk: Fault = {
  name: 'disk-full',
  missing: ({ volume }) => (volume ? undefined : whyNoVolume()),
  async strike({ bridge, destination, volume, chance, scoreboard }) {
    await pause(20 + chance.int(100));
    volume?.leaveRoom(chance.pick([0, 0, 4096, 100_000]));
    destination.truth.disturb();
    scoreboard.count('full disks');
    await pause(100 + chance.int(400));
    if (chance.maybe(0.3)) {
      await bridge.end('SIGKILL');
      scoreboard.count('kills');
      volume?.giveBack();
      await bridge.start();
    }
    destination.truth.disturb();
    volume?.giveBack();
  },
};
