import type { WireRequest } from './reply.ts';
import { addToken } from './token.ts';

/** A request exactly as it goes to a destination, but for what HTTP itself adds (Host, Content-Length, Connection). */
export interface ReadyRequest {
  readonly origin: string;
  /** With the query, the base URL's own path and the token. */
  readonly path: string;
  readonly method: WireRequest['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Makes a request ready for one destination. `baseUrl` is without a slash at its end. */
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
