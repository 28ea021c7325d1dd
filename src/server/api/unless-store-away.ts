import { StoreUnavailable } from '../../inbox/store.ts';
import { StoreUnusable } from '../../inbox/store-unusable.ts';
import { type Answer, unavailable } from '../http/answer.ts';

/**
 * Returns the result of a store operation, or 503 if the store is not available; then nothing was stored or changed.
 */
export async function unlessStoreAway<Value>(ask: () => Promise<Value>): Promise<Value | Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StoreUnavailable || error instanceof StoreUnusable)) throw error;
    return unavailable(
      'the store cannot be used right now',
      'GET /readyz says why. Try again once it is ready.',
    );
  }
}
