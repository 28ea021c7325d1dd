import type { Claim } from '../../claim.ts';
import { tellStep } from '../../step.ts';
import { NotOwner } from '../../store.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Parts } from '../parts.ts';
import { workOf } from '../rows/locks.ts';
import { giveOutDue, isAnythingDue, type LaneHead, type Wish } from './claiming.ts';
import { groupSize, ownedApart } from './owned-apart.ts';

/**
 * Claims what is due at destinations of this process (WorkStore.claim): at each one after the other, at all that ask at the
 * same time in one transaction.
 */
export function createClaiming(parts: Parts): (wish: Wish) => Promise<readonly Claim[]> {
  const { ownership, claims, beingDelivered } = parts;
  const last = new Map<string, Promise<unknown>>();
  const giveOut = inGroups<Asked, readonly LaneHead[]>(groupSize, all =>
    ownedApart(all, [], some => giveOutTogether(parts, some)),
  );

  async function claim(wish: Wish): Promise<readonly Claim[]> {
    if (!(await ownership.take(workOf(wish.destination)))) return [];
    const heads = await giveOut({ claim: wish });
    const claimed = heads.map(({ attemptsBefore, claim: head }) => {
      const from = { lane: head.lane, joins: 0 };
      return { ...head, attempt: claims.take(head.callId, attemptsBefore, from) };
    });
    for (const { callId } of claimed) beingDelivered.begin(callId);
    return claimed;
  }

  return async wish => {
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
  };
}

interface Asked {
  readonly claim: Wish;
}

/** Each destination is asked for once. Nothing is locked where nothing is due. */
async function giveOutTogether(
  { database, ownership, claims }: Parts,
  asked: readonly Asked[],
): Promise<readonly (readonly LaneHead[])[]> {
  const wishes = asked.map(({ claim }) => claim);
  const asking = { owner: ownership.owner, claims };
  const heads = await database.write(async transaction => {
    if (!(await isAnythingDue(transaction, wishes, asking))) return [];
    tellStep('claim', 'before');
    const works = wishes.map(({ destination }) => workOf(destination));
    await ownership.prove(transaction, works);
    return giveOutDue(transaction, wishes, asking);
  });
  if (heads.length > 0) tellStep('claim', 'after');
  const byDestination = Map.groupBy(heads, ({ claim }) => claim.destination);
  return wishes.map(({ destination }) => byDestination.get(destination) ?? []);
}
