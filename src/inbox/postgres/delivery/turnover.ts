import type { Claim } from '../../claim.ts';
import { workOf } from '../../decide/spread-works.ts';
import { tellStep } from '../../step.ts';
import { NotOwner } from '../../store.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { type Asking, giveOutDue, isAnythingDue, type LaneHead, type Wish } from './claiming.ts';
import { groupSize, ownedApart } from './owned-apart.ts';
import { type Ended, settleCalls, takeBack } from './settling.ts';

/** Writes how claimed calls ended, and claims more: both lock their destinations, so they share transactions. */
export interface Turnover {
  /** Answers whether the claim was current (WorkStore.settle). */
  settle(ended: Ended): Promise<boolean>;
  /** Claims what is due (WorkStore.claim): at each destination one after the other. */
  claim(wish: Wish): Promise<readonly Claim[]>;
}

type Asked = { readonly claim: Claim; readonly ended: Ended } | { readonly claim: Wish };
type Answer = boolean | readonly LaneHead[];

/** All that is asked for while the transaction before runs is done in the next. */
export function createTurnover(parts: Parts, asking: Asking): Turnover {
  const { ownership, claims, beingDelivered } = parts;
  const last = new Map<string, Promise<unknown>>();
  const turn = inGroups<Asked, Answer>(groupSize, all =>
    ownedApart<Asked, Answer>(all, false, some => turnOver(parts, asking, some)),
  );

  async function claim(wish: Wish): Promise<readonly Claim[]> {
    if (!(await ownership.take(workOf(wish.destination)))) return [];
    const heads = (await turn({ claim: wish })) || [];
    if (heads === true) throw new Error('a claim was answered as a result');
    const claimed = heads.map(({ attemptsBefore, claim: head }) => {
      const from = { lane: head.lane, joins: 0 };
      return { ...head, attempt: claims.take(head.callId, attemptsBefore, from) };
    });
    for (const { callId } of claimed) beingDelivered.begin(callId);
    return claimed;
  }

  return {
    settle: async ended => (await turn({ claim: ended.claim, ended })) === true,
    async claim(wish) {
      if (wish.limit <= 0) return [];
      const before = last.get(wish.destination);
      const now = Promise.resolve(before).then(() => claim(wish));
      last.set(
        wish.destination,
        now.catch(() => {}),
      );
      try {
        return await now;
      } catch (error) {
        if (error instanceof NotOwner) return [];
        throw error;
      }
    },
  };
}

async function turnOver(parts: Parts, asking: Asking, asked: readonly Asked[]): Promise<readonly Answer[]> {
  const ended = asked.flatMap(each => ('ended' in each ? [each.ended] : []));
  const wishes = asked.flatMap(each => ('ended' in each ? [] : [each.claim]));
  const { settled, heads } = await parts.database.write(async transaction => {
    const settled = await settleAll(transaction, parts, ended, wishes);
    // What is given out does not depend on how events stand.
    const [heads] = await Promise.all([
      giveOut(transaction, parts, asking, { wishes, isProved: ended.length > 0 }),
      refreshEvents(transaction, eventsOf(settled), parts.clock.now()),
    ]);
    return { settled, heads };
  });
  if (heads.length > 0) tellStep('claim', 'after');
  const given = Map.groupBy(heads, ({ claim }) => claim.destination);
  return asked.map(each =>
    'ended' in each ? settled.has(each.ended) : (given.get(each.claim.destination) ?? []),
  );
}

/** Answers those whose claims were current. Proves what is claimed from as well, so that all destinations are locked at once. */
async function settleAll(
  transaction: Transaction,
  { ownership, clock, ledgerSecret }: Parts,
  ended: readonly Ended[],
  wishes: readonly Wish[],
): Promise<ReadonlySet<Ended>> {
  if (ended.length === 0) return new Set();
  const destinations = [...ended.map(({ claim }) => claim), ...wishes].map(each => each.destination);
  const [, current] = await Promise.all([
    ownership.prove(transaction, [...new Set(destinations.map(workOf))]),
    takeBack(transaction, ownership.owner, ended),
  ]);
  const settled = ended.filter(({ claim }) => current.has(claim.callId));
  await settleCalls(transaction, ledgerSecret, settled, clock.now());
  return new Set(settled);
}

function eventsOf(settled: Iterable<Ended>): readonly number[] {
  return [...new Set([...settled].map(({ claim }) => claim.sequence))];
}

/** Each destination is asked for once. Nothing is locked where nothing is due. */
async function giveOut(
  transaction: Transaction,
  { ownership }: Parts,
  asking: Asking,
  { wishes, isProved }: { readonly wishes: readonly Wish[]; readonly isProved: boolean },
): Promise<readonly LaneHead[]> {
  if (wishes.length === 0) return [];
  if (!isProved) {
    if (!(await asking.marks.look(() => isAnythingDue(transaction, wishes, asking)))) return [];
    await ownership.prove(
      transaction,
      wishes.map(({ destination }) => workOf(destination)),
    );
  }
  tellStep('claim', 'before');
  return asking.marks.look(() => giveOutDue(transaction, wishes, asking));
}
