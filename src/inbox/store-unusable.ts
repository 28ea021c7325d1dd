/**
 * The store cannot be opened, and nothing was changed about it. The message says why and what to do, for the operator.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** There is no store yet: nothing was stored, so nothing is wrong either. */
export class NoStoreYet extends StoreUnusable {}
