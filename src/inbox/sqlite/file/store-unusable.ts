/**
 * The store cannot be opened, and nothing was changed about it. The message says why and what to do, for the operator.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
