import type { SourceConfig } from '../../config/config.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import type { Reply } from '../reply.ts';

/**
 * What a handshake makes of a request: its answer, or why it is not given one although it asks for it. The reason is
 * for the operator; it holds no value of the request and no secret.
 */
export type HandshakeAnswer =
  | { readonly kind: 'answered'; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly reason: string };

/** Answers a request that asks exactly what a sender asks; nothing where it is anything else. */
export type AnswerHandshake = (source: SourceConfig, request: IncomingRequest) => HandshakeAnswer | undefined;
