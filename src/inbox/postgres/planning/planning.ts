import type { PlannableEvent } from '../../event.ts';
import type { EventPlan } from '../../plan.ts';
import { NotOwner, type Store } from '../../store.ts';
import { inBatches } from '../connection/in-batches.ts';
import type { Transaction } from '../connection/transaction.ts';
import { plannableEvents } from '../intake/contents.ts';
import { splitStored } from '../intake/split-again.ts';
import type { Parts } from '../parts.ts';
import { lockDestinations, lockEventRows, lockEvents } from '../rows/locks.ts';
import { applyPlans } from './apply-plan.ts';
import { planHeldAgain } from './plan-again.ts';

type Planned = Pick<PlannableEvent, 'sequence'>;

/** Gives out what waits to be planned and writes the plans, where this process does the planning. */
export function planning(parts: Parts) {
  const { database, ownership, clock, beingPlanned, beingDelivered } = parts;
  /** The events given out of which is written down that a process ended while it planned them. */
  const ends = new Set<number>();

  return {
    async plannable(limit) {
      if (!(await ownership.take('planning'))) return [];
      const events = await database.read(transaction => plannableEvents(transaction, limit));
      for (const { sequence, ended } of events) {
        beingPlanned.begin(sequence);
        if (ended !== undefined) ends.add(sequence);
      }
      return events;
    },
    async planningNow(event) {
      if (event && !ownership.has('planning')) throw new NotOwner('another process plans now');
      await database.write(transaction => setMark(transaction, ownership.owner, event));
    },
    async plan(plans) {
      if (plans.length === 0) return;
      await database.write(async transaction => {
        await lockForPlanning(transaction, plans);
        await applyPlans(transaction, plans, clock.now(), beingPlanned.isStale);
        for (const { event } of plans) await forgetEnds(transaction, event);
      });
      for (const { event } of plans) isOver(event);
    },
    async splitAgain(event, items) {
      await database.write(async transaction => {
        await ownership.prove(transaction, ['planning']);
        await lockEventRows(transaction, [event.sequence]);
        await splitStored(transaction, event, items, clock.now());
        await forgetEnds(transaction, event);
      });
      isOver(event);
    },
    async planAgain({ mapping }) {
      beingPlanned.outdate();
      beingDelivered.outdate();
      if (!(await ownership.take('planning'))) return 0;
      return inBatches(database, async (transaction, after) => {
        await ownership.prove(transaction, ['planning']);
        return planHeldAgain(transaction, mapping, after);
      });
    },
  } satisfies Partial<Store>;

  /** Whatever became of it, it did not end the process this time. */
  async function forgetEnds(transaction: Transaction, { sequence }: Planned): Promise<void> {
    if (ends.has(sequence)) await transaction.run('DELETE FROM ended WHERE sequence = $1', sequence);
  }

  function isOver({ sequence }: Planned): void {
    beingPlanned.end(sequence);
    ends.delete(sequence);
  }

  /** One that is planned for the first time has no calls. */
  async function lockForPlanning(transaction: Transaction, plans: readonly EventPlan[]): Promise<void> {
    const destinations = plans.flatMap(({ calls }) => calls.map(({ destination }) => destination));
    const sequences = plans.map(({ event }) => event.sequence);
    const planned = plans.filter(({ event }) => event.planning !== 'first');
    const before = await destinationsBefore(
      transaction,
      planned.map(({ event }) => event.sequence),
    );
    await lockDestinations(transaction, [...destinations, ...before]);
    await ownership.prove(transaction, ['planning']);
    if (planned.length === 0) await lockEventRows(transaction, sequences);
    else await lockEvents(transaction, sequences, destinations);
  }
}

async function destinationsBefore(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<readonly string[]> {
  if (sequences.length === 0) return [];
  const rows = await transaction.all<{ destination: string }>(
    'SELECT DISTINCT destination FROM call WHERE event = ANY($1)',
    sequences,
  );
  return rows.map(({ destination }) => destination);
}

async function setMark(
  transaction: Transaction,
  owner: string,
  event: PlannableEvent | undefined,
): Promise<void> {
  if (!event) {
    await transaction.run('DELETE FROM planning_mark WHERE owner = $1', owner);
    return;
  }
  await transaction.run(
    `INSERT INTO planning_mark (owner, sequence) VALUES ($1, $2)
     ON CONFLICT (owner) DO UPDATE SET sequence = excluded.sequence`,
    owner,
    event.sequence,
  );
}
