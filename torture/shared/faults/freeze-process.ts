import type { Chance } from '../../chance.ts';
import { pause } from '../../ground.ts';
import type { SharedFault, SharedGround } from '../shared-ground.ts';

/** Freezes a process for less than the term of its leases. */
export const freezeShortly: SharedFault = {
  name: 'freeze',
  of: 'process',
  weight: 3,
  async strike(ground, chance) {
    await freezeOne(ground, chance, 1_000, 11_000);
    ground.scoreboard.count('freezes');
  },
};

/** Freezes a process for longer than that, so that others have its leases when it continues. */
export const freezeBeyondTerm: SharedFault = {
  name: 'freeze-beyond-term',
  of: 'process',
  weight: 2,
  async strike(ground, chance) {
    await freezeOne(ground, chance, 15_000, 25_000);
    ground.scoreboard.count('freezes beyond the term');
  },
};

async function freezeOne(
  { members, destination }: SharedGround,
  chance: Chance,
  leastMs: number,
  mostMs: number,
): Promise<void> {
  const member = chance.pick(members);
  const forMs = leastMs + chance.int(mostMs - leastMs);
  await member.alone('process', async () => {
    member.bridge.freeze();
    destination.truth.interrupt();
    await pause(forMs);
    destination.truth.interrupt();
    member.bridge.thaw();
  });
}
