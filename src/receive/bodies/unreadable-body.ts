/** The reason why a body is not JSON, although it may be a text. */
export type BodyFault = 'not-json' | 'empty' | 'not-utf8';

/**
 * The error of a body that cannot be read in its declared format. Its message is for the operator and contains nothing
 * of the body.
 */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
  readonly fault: BodyFault | undefined;

  constructor(message: string, fault?: BodyFault) {
    super(message);
    this.fault = fault;
  }
}

/** The reason for refusing a body that is not UTF-8 and names no other charset. */
export function notUtf8(what: 'body' | 'form' | 'multipart body'): string {
  return `the ${what} is not utf-8, and its content type names no other charset; have the sender write utf-8, or name its charset in the content type, as in charset=windows-1252; if neither is possible, write charset: windows-1252 at the source`;
}
