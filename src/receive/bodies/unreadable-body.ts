/** A body cannot be read as what it is said to be. Its message is for the operator and holds nothing of the body. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}
