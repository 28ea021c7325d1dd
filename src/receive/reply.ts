import type { Secret } from '../config/secret.ts';

/** An HTTP answer as a sender expects it. */
export interface SenderReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The secret that the sender has announced that it will sign with. Only the operator may see it. */
  readonly secret?: Secret;
}

/** The response that every sender accepts as a success: 200 with an empty body. */
export const emptyReply: SenderReply = { status: 200, headers: {}, body: '' };
