import { diagnosticsOf } from '../stored/stored-diagnostics.ts';
import type { OperationStore } from './steps.ts';

/** Returns the events with values that were left out because of a newer event (Store.eventsLeftOutFor). */
export async function eventsLeftOutFor(store: OperationStore, newer: string): Promise<readonly string[]> {
  const found: string[] = [];
  await store.forEachFound({ code: 'delivery/superseded' }, async sequences => {
    const rows = await store.read(transaction =>
      transaction.all<{ id: string; diagnostics: string | null }>(
        `SELECT e.id, c.diagnostics FROM call c JOIN event e ON e.sequence = c.event
         WHERE c.event = ANY ($1) ORDER BY e.sequence DESC, c.position`,
        sequences,
      ),
    );
    for (const { id, diagnostics } of rows)
      if (diagnosticsOf(diagnostics).some(({ newerEvents = [] }) => newerEvents.includes(newer)))
        found.push(id);
    return sequences.length;
  });
  return [...new Set(found)];
}
