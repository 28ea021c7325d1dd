import type { Handshake, SourceConfig } from '../../config/config.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import type { SenderReply } from '../reply.ts';

/** A request that its sender cannot sign: it asks before there is a secret, or with a method that has no body. */
export interface UnsignedHandshake {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  /** Answers a request that asks exactly what the sender asks; nothing where it is anything else. */
  readonly answerUnsigned: (source: SourceConfig, request: IncomingRequest) => HandshakeAnswer | undefined;
}

/** A verified POST with which a sender asks something. */
export interface SignedHandshake {
  /** Answers a body that asks exactly what the sender asks; nothing where it is anything else. */
  readonly answerSigned: (body: unknown) => SenderReply | undefined;
}

/** A handshake that one sender alone has, with its name in the config. */
export type OwnHandshake = { readonly name: Handshake } & (UnsignedHandshake | SignedHandshake);

/**
 * What a handshake makes of a request: its answer, or why it is not given one although it asks for it. The reason is
 * for the operator; it holds no value of the request and no secret.
 */
export type HandshakeAnswer =
  | { readonly kind: 'answered'; readonly reply: SenderReply }
  | { readonly kind: 'refused'; readonly reason: string };
