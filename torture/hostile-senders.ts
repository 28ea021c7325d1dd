import { Pool } from 'undici';
import { chanceOf, seedOf } from './chance.ts';
import { pause } from './ground.ts';
import { attack } from './hostile/hostile-requests.ts';
import { createLedger, type Ledger, makeAttack } from './hostile/make-attack.ts';
import type { Scoreboard } from './scoreboard.ts';

const atOnce = 3;
const breathMs = 10;

/**
 * Sends hostile webhooks of all kinds until told to stop, and gives what came back. What the bridge left unanswered when
 * it died is not sent again.
 */
export async function sendHostile(
  options: { port: number; seed: number; scoreboard: Scoreboard },
  stopped: () => boolean,
): Promise<Ledger> {
  const client = new Pool(`http://127.0.0.1:${options.port}`, { connections: 8 });
  const ledger = createLedger();
  let next = 0;
  async function work(): Promise<void> {
    while (!stopped()) {
      const each = attack(chanceOf(seedOf(options.seed, next++)));
      await makeAttack(each, options.port, client, ledger).then(
        () => options.scoreboard.count('hostile inputs'),
        // The bridge is away.
        () => pause(breathMs),
      );
      await pause(breathMs);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  await client.destroy();
  return ledger;
}
