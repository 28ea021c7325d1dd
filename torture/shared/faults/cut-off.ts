import type { Chance } from '../../chance.ts';
import { pause } from '../../ground.ts';
import type { Figure } from '../../scoreboard.ts';
import type { Relay } from '../relay.ts';
import type { SharedFault, SharedGround } from '../shared-ground.ts';

/** Cuts a process off from the database: its connections break, and new ones are refused for a while. */
export const cutOff: SharedFault = {
  name: 'cut',
  of: 'process',
  weight: 3,
  async strike(ground, chance) {
    const awayMs = chance.maybe(0.4) ? 0 : chance.int(20_000);
    await onTheWay(ground, chance, 'cuts from the database', async relay => {
      relay.close();
      await pause(awayMs);
    });
  },
};

/** Holds all data between a process and the database for a while, then releases them. */
export const holdConnections: SharedFault = {
  name: 'hold',
  of: 'process',
  weight: 2,
  async strike(ground, chance) {
    const heldMs = 500 + chance.int(chance.maybe(0.3) ? 20_000 : 5_000);
    await onTheWay(ground, chance, 'connections held', async relay => {
      relay.hold();
      await pause(heldMs);
    });
  },
};

/** Delivers requests but no responses, then breaks the connections: the process has to find out what was written. */
export const holdAnswers: SharedFault = {
  name: 'hold-answers',
  of: 'process',
  weight: 3,
  async strike(ground, chance) {
    const heldMs = 20 + chance.int(chance.maybe(0.3) ? 8_000 : 500);
    await onTheWay(ground, chance, 'answers held back', async relay => {
      relay.holdAnswers();
      await pause(heldMs);
      relay.cut();
    });
  },
};

/** Breaks connections without the process noticing: whatever it sends is lost. */
export const leaveHalfOpen: SharedFault = {
  name: 'half-open',
  of: 'process',
  weight: 3,
  async strike(ground, chance) {
    await onTheWay(ground, chance, 'half-open connections', async relay => {
      relay.leaveHalfOpen();
      // A client notices that by its own time limit.
      await pause(halfOpenMs);
    });
  },
};

const halfOpenMs = 2_000;

async function onTheWay(
  { members, destination, scoreboard }: SharedGround,
  chance: Chance,
  figure: Figure,
  work: (relay: Relay) => Promise<void>,
): Promise<void> {
  const member = chance.pick(members);
  await member.alone('way', async () => {
    const over = member.trouble.begin();
    destination.truth.interrupt();
    await work(member.relay);
    member.relay.open();
    scoreboard.count(figure);
    over();
  });
}
