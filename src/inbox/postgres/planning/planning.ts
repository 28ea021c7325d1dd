import { workOf } from '../../decide/spread-works.ts';
import type { PlannableEvent } from '../../event.ts';
import { inBatches } from '../../operations/in-batches.ts';
import { planHeldAgain } from '../../operations/plan-again.ts';
import { storeSplit } from '../../operations/split-again.ts';
import type { EventPlan } from '../../plan.ts';
import { NotOwner, type Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { plannableEvents } from '../intake/contents.ts';
import { takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { lockEventRows, lockEvents } from '../rows/locks.ts';
import { applyPlans, type PlanFacts, readPlanFacts } from './apply-plan.ts';
import { destinationsOf } from './changes.ts';
import { createPlanningMarks } from './marks.ts';

/**
 * The maximum number of events in one batch. It is large because each transaction waits for the locks of its
 * destinations and for the disk.
 */
const mostTogether = 256;

/** The methods that return the events that wait for planning, and store the plans, if this process does the planning. */
export function planning(parts: Parts) {
  const { database, ownership, clock, beingPlanned, beingDelivered } = parts;
  const marks = createPlanningMarks(database, ownership.owner);

  return {
    async plannable(limit) {
      if (!(await ownership.take('planning'))) return [];
      const given = await database.write(async transaction => {
        const found = await plannableEvents(transaction, Math.min(limit, mostTogether));
        if (found.length > 0) await marks.markBatch(transaction, found.map(givenToPlan));
        return found;
      });
      marks.stillClaimed(given.map(givenToPlan));
      for (const { event } of given) beingPlanned.begin(event.sequence);
      return given.map(({ event }) => event);
    },
    async planningNow(event) {
      if (event && !ownership.has('planning')) throw new NotOwner('another process plans now');
      await marks.planningNow(event);
    },
    async plan(plans) {
      if (plans.length === 0) return;
      await database.write(async transaction => {
        const seen = await lockAndLook(transaction, plans);
        await applyPlans(transaction, seen, clock.now(), beingPlanned.isStale);
        await marks.forget(transaction, plans.map(sequenceOf));
      });
      areOver(plans.map(sequenceOf));
    },
    async splitAgain(event, items) {
      await database.write(async transaction => {
        await ownership.prove(transaction, ['planning']);
        lockEventRows(transaction, [event.sequence]);
        await takeSteps(storeSplit(transactionOf(transaction, parts), event, items, clock.now()));
        await marks.forget(transaction, [event.sequence]);
      });
      areOver([event.sequence]);
    },
    async planAgain({ mapping }) {
      beingPlanned.outdate();
      beingDelivered.outdate();
      if (!(await ownership.take('planning'))) return 0;
      return inBatches(after =>
        database.write(async transaction => {
          await ownership.prove(transaction, ['planning']);
          return takeSteps(planHeldAgain(transactionOf(transaction, parts), mapping, after));
        }),
      );
    },
  } satisfies Partial<Store>;

  function areOver(sequences: readonly number[]): void {
    for (const sequence of sequences) beingPlanned.end(sequence);
    marks.forgotten(sequences);
  }

  /** Locks the events and reads the data for their plans. An event that is planned for the first time has no calls. */
  async function lockAndLook(transaction: Transaction, plans: readonly EventPlan[]): Promise<PlanFacts> {
    const destinations = destinationsOf(plans);
    const sequences = plans.map(sequenceOf);
    const planned = plans.filter(({ event }) => event.planning !== 'first');
    const before = await destinationsBefore(transaction, planned.map(sequenceOf));
    const toProve = { names: ['planning'], further: [...destinations, ...before].map(workOf) };
    return ownership.proveAndLook(transaction, toProve, async () => {
      if (planned.length === 0) lockEventRows(transaction, sequences);
      else await lockEvents(transaction, sequences, destinations);
      return readPlanFacts(transaction, plans);
    });
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

function sequenceOf({ event }: EventPlan): number {
  return event.sequence;
}

function givenToPlan({ event, suspected }: { readonly event: PlannableEvent; readonly suspected: boolean }) {
  return { sequence: event.sequence, suspected };
}
