import { Pool } from 'undici';
import type { Bridge } from './bridge.ts';
import { chanceOf, seedOf } from './chance.ts';
import { pause } from './ground.ts';
import { attack } from './hostile/hostile-requests.ts';
import { createLedger, type Ledger, makeAttack } from './hostile/make-attack.ts';
import type { Scoreboard } from './scoreboard.ts';

const atOnce = 12;
/** The attacks of this many seconds are sent later if the bridge was down. */
const secondsToMakeUp = 30;
const pauseMs = 10;

/**
 * Sends hostile webhooks of all kinds until told to stop, and returns the responses. Requests without a response
 * because the bridge died are not repeated.
 */
export async function sendHostile(
  options: {
    bridge: Pick<Bridge, 'port' | 'isUp'>;
    seed: number;
    scoreboard: Scoreboard;
    hostilePerSecond: number;
  },
  stopped: () => boolean,
): Promise<Ledger> {
  const { bridge } = options;
  const client = new Pool(`http://127.0.0.1:${bridge.port}`, { connections: atOnce });
  const ledger = createLedger();
  const isTime = createPace(options.hostilePerSecond);
  let next = 0;
  async function work(): Promise<void> {
    while (!stopped()) {
      if (!bridge.isUp || !isTime()) {
        await pause(pauseMs);
        continue;
      }
      const each = attack(chanceOf(seedOf(options.seed, next++)));
      await makeAttack(each, bridge.port, client, ledger).then(
        () => options.scoreboard.count('hostile inputs'),
        // The bridge is down.
        () => pause(pauseMs),
      );
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  await client.destroy();
  return ledger;
}

/** Returns true `perSecond` times a second on average. */
function createPace(perSecond: number): () => boolean {
  let granted = 0;
  let since = performance.now();
  return () => {
    const due = ((performance.now() - since) / 1000) * perSecond;
    if (granted >= due) return false;
    if (due - granted > secondsToMakeUp * perSecond) {
      since = performance.now();
      granted = 0;
    }
    granted += 1;
    return true;
  };
}
