import type { Clock } from '../../inbox/clock.ts';
import { tokenBucket } from '../http/token-bucket.ts';

/** A client with a usual rate gets a new response each time. */
const perSecond = 20;

/**
 * Limits an expensive response to some 20 times a second. Simultaneous callers share one that is being created. A
 * caller beyond the limit gets the last one, which is about 50 ms old. A failure is not kept.
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
