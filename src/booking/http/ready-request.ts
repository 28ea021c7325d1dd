import type { WireRequest } from './reply.ts';
import { addToken } from './token.ts';

/** A request exactly as it is sent, without the headers that HTTP adds (Host, Content-Length, Connection). */
export interface ReadyRequest {
  readonly origin: string;
  /** Includes the path of the base URL, the query and the token. */
  readonly path: string;
  readonly method: WireRequest['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Completes a request for one destination. `baseUrl` is without a slash at its end. */
export function readyRequest(baseUrl: string, request: WireRequest, token: string): ReadyRequest {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/(?<!\/)\/+$/, '');
  const { path, method, contentType, body } = addToken({ ...request, path: base + request.path }, token);
  const headers = {
    accept: 'application/json, text/plain',
    'accept-encoding': 'identity',
    'user-agent': 'fieldbridge',
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
  return { origin, path, method, headers, body };
}
