import type { Step } from '../../src/inbox/step.ts';
import { apiOf } from '../api.ts';
import type { Fault } from '../ground.ts';
import { moments } from '../scoreboard.ts';

const comesWithinMs = 2_000;
const mostTries = 6;

/** Makes the process kill itself just before or just after a named step. */
export function killAtStep(step: Step): Fault {
  return {
    name: 'step',
    async strike({ bridge, chance, scoreboard }) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        bridge.dieAt(step, tries === 0 ? 1 + chance.int(12) : 1);
        if (await bridge.gone(comesWithinMs)) break;
        // The step does not happen while the destination is held.
        await apiOf(bridge.port)
          .resume('salon')
          .catch(() => undefined);
      }
      if (!bridge.alive) scoreboard.killedAt(`${step.moment} ${step.name}`);
      await bridge.end('SIGKILL');
      scoreboard.count('kills');
      await bridge.start();
    },
  };
}

/** One fault for each step and moment. */
export const killsAtSteps: readonly Fault[] = moments.map(killAtStep);
