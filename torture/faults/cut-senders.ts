import { type Fault, pause } from '../ground.ts';

/** Closes the connections of all senders in the middle of a request, a few times. */
export const cutSenders: Fault = {
  name: 'cut',
  async strike({ senders, chance, scoreboard }) {
    for (let times = 0; times < 5; times += 1) {
      await pause(chance.int(30));
      for (const sender of senders) sender.cut();
      scoreboard.count('cut connections', senders.length);
    }
  },
};
