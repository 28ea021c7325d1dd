/** The error for a request that cannot be signed like its source's sender would. The message says why. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign';

  /** `reason` has no full stop at its end. */
  constructor(reason: string) {
    super(`It cannot be signed: ${reason}.`);
  }
}
