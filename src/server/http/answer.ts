import type { FastifyReply } from 'fastify';

/** A response to be sent; `body` is JSON text unless `headers` has another content type. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The seconds that a sender should wait before it retries. Some senders retry only if this is below 60. */
const retryAfterSeconds = 30;

/** Returns a 200 response with this value as JSON. */
export function ok(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

/** Returns a response with the problem, and the next step if there is one. Neither contains a secret. */
export function problem(
  status: number,
  error: string,
  hint?: string,
  headers?: Readonly<Record<string, string>>,
): Answer {
  const body = JSON.stringify(hint === undefined ? { error } : { error, hint });
  return headers ? { status, body, headers } : { status, body };
}

/** Returns the response with a code for programs. */
export function codedProblem(code: string, status: number, error: string, hint: string): Answer {
  return { status, body: JSON.stringify({ error, hint, code }) };
}

/** The advice for the sender of a webhook that was not stored. */
export const againHint = 'Please send it again.';

/** Returns the response to a request that cannot be handled now; by default a webhook is to be repeated. */
export function unavailable(error: string, hint = againHint): Answer {
  return problem(503, error, hint, { 'retry-after': String(retryAfterSeconds) });
}

/**
 * Sends a response, as JSON unless its headers say otherwise; without a body it has no content type. While the server
 * closes, it also ends the connection, because an open one would keep the server from closing.
 */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.body !== '') reply.header('content-type', 'application/json; charset=utf-8');
  if (answer.headers) reply.headers(answer.headers);
  if (!reply.server.server.listening) reply.header('connection', 'close');
  return reply.code(answer.status).send(answer.body === '' ? undefined : answer.body);
}
