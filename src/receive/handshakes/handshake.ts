import type { Handshake, SourceConfig } from '../../config/config.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import type { SenderReply } from '../reply.ts';

/** A handshake that its sender cannot sign, because there is no secret yet or its method has no body. */
export interface UnsignedHandshake {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  /** Responds to a request that exactly matches the handshake; undefined for any other request. */
  readonly answerUnsigned: (source: SourceConfig, request: IncomingRequest) => HandshakeAnswer | undefined;
}

/** A handshake by a verified POST. */
export interface SignedHandshake {
  /** Responds to a body that exactly matches the handshake; undefined for any other body. */
  readonly answerSigned: (body: unknown) => SenderReply | undefined;
}

/** A handshake that only one sender uses, with its name in the config. */
export type OwnHandshake = { readonly name: Handshake } & (UnsignedHandshake | SignedHandshake);

/**
 * The result of a handshake: the response, or the reason why there is none. The reason is for the operator;
 * it contains no value of the request and no secret.
 */
export type HandshakeAnswer =
  | { readonly kind: 'answered'; readonly reply: SenderReply }
  | { readonly kind: 'refused'; readonly reason: string };
