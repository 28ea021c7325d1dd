import type { Clock } from '../../inbox/clock.ts';
import { tokenBucket } from '../http/token-bucket.ts';

/** A client with a usual rate gets a new response each time. */
const perSecond = 20;

/**
 * Makes a dear answer at most some 20 times a second, however many ask for it. Callers at the same time share one that
 * is being made. A caller beyond the limit gets the last one, which is then some 50 ms old. A failure is not kept.
 */
export function shareAnswers<Answer>(clock: Clock, make: () => Promise<Answer>): () => Promise<Answer> {
  const pace = tokenBucket(clock, perSecond, perSecond);
  let last: Promise<Answer> | undefined;
  let isMaking = false;

  function makeAnew(): Promise<Answer> {
    isMaking = true;
    const made = make();
    last = made;
    made.then(
      () => {
        isMaking = false;
      },
      () => {
        isMaking = false;
        last = undefined;
      },
    );
    return made;
  }

  return () => {
    if (last && isMaking) return last;
    const mayMake = pace.take();
    return last && !mayMake ? last : makeAnew();
  };
}
