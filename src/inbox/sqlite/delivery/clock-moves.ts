import { moveAllTimes } from '../../operations/clock-moves.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

/** The method that moves the times of all waiting events and calls (WorkStore.moveTimes). */
export function clockMoves({ connection, wholeQueue }: Parts) {
  return {
    moveTimes: (byMs, agedMs) => wholeQueue.write(() => moveTimes(connection, byMs, agedMs)),
  } satisfies Partial<Store>;
}

function moveTimes(connection: Connection, byMs: number, agedMs: number): void {
  const by = Math.round(byMs);
  takeSteps(moveAllTimes(statementsOf(connection), by, Math.round(byMs - agedMs)));
  // The next start must not move the times again for a jump that was handled.
  connection.run("UPDATE meta SET value = value + ? WHERE name = 'looked at'", by);
}
