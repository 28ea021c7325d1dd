import { workOf } from '../../decide/spread-works.ts';
import type { AcceptedRequest } from '../../event.ts';
import type { EventPlan } from '../../plan.ts';
import { NotOwner, type Store, StoreUnavailable } from '../../store.ts';
import { StatementRefused } from '../connection/faults.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { destinationsOf } from '../planning/changes.ts';
import { addWebhooks, type Webhook } from './add-webhooks.ts';

/** A webhook to be stored, with the plans of its events if there are any. */
interface Arrived {
  readonly request: AcceptedRequest;
  readonly planned?: {
    readonly plans: ReadonlyMap<string, EventPlan>;
    /** The key of the webhook in `beingPlanned`. */
    readonly key: number;
  };
}

/** The maximum number of webhooks in one transaction. */
const groupSize = 64;

/** The methods that accept webhooks. */
export function intake({ database, ownership, clock, beingPlanned }: Parts) {
  /** The next key of a webhook in `beingPlanned`: negative, because its events have no sequence yet. */
  let nextKey = -1;
  const addOne = inGroups(groupSize, (arrived: readonly Arrived[]) =>
    database.write(transaction => addWebhooks(transaction, arrived.map(webhookOf), { clock, lockAndLook })),
  );

  return {
    async add(request, plan) {
      if (!plan || !(await ownsPlanning())) return addOne({ request });
      const key = nextKey--;
      beingPlanned.begin(key);
      try {
        const planned = await plan();
        return await addPlanned(request, planned && { plans: planned.plans, key });
      } finally {
        beingPlanned.end(key);
      }
    },
  } satisfies Partial<Store>;

  /**
   * Stores a webhook with its plans. If PostgreSQL refuses a value in the plans, the webhook is stored without them
   * and planned later.
   */
  async function addPlanned(request: AcceptedRequest, planned: Arrived['planned']) {
    try {
      return await addOne({ request, ...(planned && { planned }) });
    } catch (error) {
      if (!planned || !(error instanceof StatementRefused)) throw error;
      return addOne({ request });
    }
  }

  async function ownsPlanning(): Promise<boolean> {
    try {
      return await ownership.take('planning');
    } catch (error) {
      // The webhook may have been stored nevertheless.
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  }

  /** Returns undefined if another process does the planning now; then events wait for that process. */
  async function lockAndLook<Seen>(
    transaction: Transaction,
    plans: readonly EventPlan[],
    look: () => Promise<Seen>,
  ): Promise<Seen | undefined> {
    const further = destinationsOf(plans).map(workOf);
    try {
      return await ownership.proveAndLook(transaction, { names: ['planning'], further }, look);
    } catch (error) {
      if (error instanceof NotOwner) return undefined;
      throw error;
    }
  }

  function webhookOf({ request, planned }: Arrived): Webhook {
    if (!planned) return { request };
    const { plans, key } = planned;
    return { request, planned: { plans, isStale: () => beingPlanned.isStale(key) } };
  }
}
