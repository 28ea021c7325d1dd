import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';
import { forgetAlerts, listAlerts, saveAlerts } from './alerts.ts';
import { dropMessages, dueMessages, nextMessageAt, outboxStates, putOffMessage } from './messages.ts';

/** The methods that return due messages and store their results. `waiting`: the approximate number for each receiver. */
export function outbox({ connection, queue, clock, random }: Parts, waiting: Map<string, number>) {
  return {
    dueMessages: what => queue.read(() => dueMessages(connection, what)),
    nextMessageAt: receiver => queue.read(() => nextMessageAt(connection, receiver)),
    removeMessage: number =>
      queue.write(() => {
        connection.run('DELETE FROM outbox WHERE number = ?', number);
      }),
    putOffMessage: (number, nextAt, error) =>
      queue.write(() => putOffMessage(connection, number, nextAt, error)),
    dropMessages: what => queue.write(() => dropMessages(connection, what)),
    outbox: () =>
      queue.read(() => {
        const states = outboxStates(connection);
        waiting.clear();
        for (const each of states) waiting.set(each.receiver, each.waiting);
        return states;
      }),
    alerts: () => queue.read(() => listAlerts(connection)),
    // Space is freed for an alert about a full disk, as for the result of a call.
    saveAlerts: (receiver, changed, forget) =>
      queue.write(() => {
        forgetAlerts(connection, forget);
        saveAlerts(connection, receiver, changed, { now: clock.now(), random });
      }, 'result'),
  } satisfies Partial<Store>;
}
