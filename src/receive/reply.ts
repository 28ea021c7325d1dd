import type { Secret } from '../config/secret.ts';

/** An HTTP response in the form that the sender expects. */
export interface SenderReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The secret for signatures that the sender has announced. Only the operator may see it. */
  readonly secret?: Secret;
}

/** The response that every sender takes as success: 200 with an empty body. */
export const emptyReply: SenderReply = { status: 200, headers: {}, body: '' };
