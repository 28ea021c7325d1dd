/** A request cannot be signed as its source's sender would. Its message says why. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign';

  /** `reason` is without a stop at its end. */
  constructor(reason: string) {
    super(`It cannot be signed: ${reason}.`);
  }
}
