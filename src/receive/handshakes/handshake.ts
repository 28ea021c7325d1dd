import type { Handshake, SourceConfig } from '../../config/config.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import type { SenderReply } from '../reply.ts';

/** A request that its sender cannot sign: it asks before there is a secret, or with a method that has no body. */
export interface UnsignedHandshake {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  /** Responds to a request that is exactly the sender's question; undefined for any other request. */
  readonly answerUnsigned: (source: SourceConfig, request: IncomingRequest) => HandshakeAnswer | undefined;
}

/** A verified POST with which a sender asks something. */
export interface SignedHandshake {
  /** Responds to a body that is exactly the sender's question; undefined for any other body. */
  readonly answerSigned: (body: unknown) => SenderReply | undefined;
}

/** A handshake that one sender alone has, with its name in the config. */
export type OwnHandshake = { readonly name: Handshake } & (UnsignedHandshake | SignedHandshake);

/**
 * The result of a handshake for a request: its response, or the reason why the request gets none. The reason is for the
 * operator; it contains no value of the request and no secret.
 */
export type HandshakeAnswer =
  | { readonly kind: 'answered'; readonly reply: SenderReply }
  | { readonly kind: 'refused'; readonly reason: string };
