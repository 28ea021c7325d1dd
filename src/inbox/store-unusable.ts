/** The store cannot be opened, and was not changed. The message tells the operator why, and what to do. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** There is no store yet. Nothing was stored, so this is no fault. */
export class NoStoreYet extends StoreUnusable {}
