/** What a body is not, where a text may still be meant. */
export type BodyFault = 'not-json' | 'empty' | 'not-utf8';

/** A body cannot be read as what it is said to be. Its message is for the operator and holds nothing of the body. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly fault: BodyFault | undefined;

  constructor(message: string, fault?: BodyFault) {
    super(message);
    this.fault = fault;
  }
}

/** The reason of a body whose bytes are none of UTF-8, where no other charset is said. */
export function notUtf8(what: 'body' | 'form' | 'multipart body'): string {
  return `the ${what} is not utf-8, and its content type says no other charset; have the sender write utf-8, or say its own in the content type, as in charset=windows-1252; where it can do neither, write charset: windows-1252 at the source`;
}
