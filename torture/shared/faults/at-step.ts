import type { Step } from '../../../src/inbox/step.ts';
import { pause } from '../../ground.ts';
import type { Scoreboard } from '../../scoreboard.ts';
import { moments } from '../../scoreboard.ts';
import type { Member } from '../member.ts';
import type { SharedFault } from '../shared-ground.ts';

const comesWithinMs = 4_000;
const lookEveryMs = 10;

/**
 * Makes a process kill itself just before or just after a step; a process that does not reach the step is killed
 * anyway.
 */
export const killAtStepOfSharer: SharedFault = {
  name: 'kill-at-step',
  of: 'process',
  weight: 3,
  async strike({ members, scoreboard }, chance) {
    const member = chance.pick(members);
    const step = chance.pick(moments);
    const times = 1 + chance.int(8);
    await member.alone('process', async () => {
      member.mayEnd();
      member.bridge.dieAt(step, times);
      if (await member.bridge.gone(comesWithinMs)) noteStep(scoreboard, step);
      await member.end('SIGKILL');
      scoreboard.count('kills');
      await member.start();
    });
  },
};

/**
 * The steps between the last check whether a call may be sent and its first byte. Only the destination could detect
 * that a process was frozen in between.
 */
const tooLateToLook: ReadonlySet<string> = new Set(['after intent', 'before send']);
const stops = moments.filter(({ name, moment }) => !tooLateToLook.has(`${moment} ${name}`));

/** Makes a process stop itself at such a step, mostly for longer than the term of its leases. */
export const freezeAtStep: SharedFault = {
  name: 'freeze-at-step',
  of: 'process',
  weight: 2,
  async strike({ members, destination, scoreboard }, chance) {
    const member = chance.pick(members);
    const step = chance.pick(stops);
    const times = 1 + chance.int(8);
    const forMs = chance.maybe(0.3) ? 1_000 + chance.int(10_000) : 15_000 + chance.int(10_000);
    await member.alone('process', async () => {
      member.bridge.stopAt(step, times);
      if (await hasStopped(member)) noteStep(scoreboard, step);
      else member.bridge.freeze();
      destination.truth.interrupt();
      await pause(forMs);
      destination.truth.interrupt();
      await wake(member);
      scoreboard.count(forMs < 15_000 ? 'freezes' : 'freezes beyond the term');
    });
  },
};

/** The process may reach its step only now, and would never continue. */
async function wake({ bridge }: Member): Promise<void> {
  bridge.thaw();
  let isAwake = false;
  const awake = bridge.forgetSteps().then(() => {
    isAwake = true;
  });
  while (!isAwake) {
    await Promise.race([awake, pause(lookEveryMs)]);
    if (bridge.isStopped()) bridge.thaw();
  }
}

async function hasStopped({ bridge }: Member): Promise<boolean> {
  const until = performance.now() + comesWithinMs;
  while (performance.now() < until) {
    if (bridge.isStopped()) return true;
    await pause(lookEveryMs);
  }
  return false;
}

function noteStep(scoreboard: Scoreboard, { moment, name }: Step): void {
  scoreboard.killedAt(`${moment} ${name}`);
  scoreboard.count('ends at a step');
}
