import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { SourceConfig } from '../../config/config.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { AcceptedRequest } from '../../inbox/event.ts';
import { handshakeMethods } from '../../receive/handshakes/handshakes.ts';
import type { IncomingRequest } from '../../receive/incoming-request.ts';
import type { Received } from '../../receive/receive.ts';
import { type Answer, problem, unavailable } from '../http/answer.ts';
import { type CollectedBody, collectBody } from '../http/collect-body.ts';
import { limitConnections } from '../http/connections.ts';
import { refuseHost } from '../http/host-header.ts';
import { acceptedAnswer, methodAnswer, refusedAnswer } from './webhook-answers.ts';

/** The parts for waiting for one webhook. */
export interface AwaitingParts {
  readonly source: SourceConfig;
  readonly host: string;
  readonly port: number;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly receive: (source: SourceConfig, request: IncomingRequest) => Promise<Received>;
  /** Called with a description of other requests: a refused webhook with its reason, or a handshake. */
  readonly report: (what: string) => void;
}

/** A server that waits for one webhook. */
export interface Awaiting {
  /** The URL on this machine. */
  readonly url: string;
  /** The first verified, readable webhook. Its sender gets the usual response, but it is not stored. */
  readonly webhook: Promise<AcceptedRequest>;
  close(): Promise<void>;
}

/** A browser may open some in advance; a sender needs one. */
const mostConnections = 64;

/**
 * Waits at a source's path for its first valid webhook, and reads, verifies and answers it as `start` would.
 * @throws if it cannot listen at the port
 */
export async function awaitWebhook(parts: AwaitingParts): Promise<Awaiting> {
  let arrived: (request: AcceptedRequest) => void = () => {};
  const webhook = new Promise<AcceptedRequest>(resolve => {
    arrived = resolve;
  });
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    void answerOne(request, parts, arrived)
      .catch(() => unavailable('the webhook could not be read'))
      .then(answer => answer && send(response, answer));
  });
  const connections = limitConnections(server, mostConnections, () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port, parts.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : parts.port;
  const host = parts.host.includes(':') ? `[${parts.host}]` : parts.host;
  return {
    url: `http://${host}:${port}${parts.source.path}`,
    webhook,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeIdleConnections();
        connections.endSilent();
      }),
  };
}

async function answerOne(
  request: IncomingMessage,
  { source, bodyLimit, receive, report }: AwaitingParts,
  arrived: (request: AcceptedRequest) => void,
): Promise<Answer | undefined> {
  const { method = '', url = '' } = request;
  const badHost = refuseHost(request);
  if (badHost) {
    report('a request without one good Host header');
    return badHost;
  }
  if (url.split('?')[0] !== source.path) {
    report(`a ${method} to ${shownPath(url)}, which is not the path ${source.path}`);
    return problem(404, 'no source has this path');
  }
  if (method !== 'POST' && !handshakeMethods(source).has(method)) {
    report(`a ${method}, and only POST is taken here`);
    return methodAnswer;
  }
  const read = await bodyOf(request, bodyLimit);
  if (read.kind === 'aborted') return undefined;
  if (read.kind !== 'read') {
    report(`a webhook of more than ${bodyLimit} bytes`);
    return problem(413, 'the webhook is too large');
  }
  const received = await receive(source, { method, url, headers: headersOf(request), body: read.body });
  if (received.kind === 'answered') {
    report('a question of the sender about the URL; it was answered');
    return received.reply;
  }
  if (received.kind === 'refused') {
    report(`a webhook that was refused: ${received.refusal.reason} (${describeRequest(request, read.body)})`);
    return refusedAnswer(received.refusal, source);
  }
  arrived(received.request);
  const added = received.request.items.map(({ id }) => ({ id, status: 'queued' as const }));
  const answer = acceptedAnswer(source, added);
  return { ...answer, headers: { ...answer.headers, ...received.headers } };
}

/** Removes the query, which may contain a token. */
function shownPath(url: string): string {
  return escapeText((url.split('?')[0] ?? '').slice(0, 80));
}

const usualHeaders =
  /^(host|connection|content-length|content-type|accept.*|user-agent|transfer-encoding|cache-control|sec-.*|x-forwarded-.*)$/;

/** Describes a webhook without its values: its size, its declared type, and its proofs. */
function describeRequest(request: IncomingMessage, body: Uint8Array): string {
  const names = [...new Set(headersOf(request).map(([name]) => name))].filter(
    name => !usualHeaders.test(name),
  );
  const type = (request.headers['content-type'] ?? 'no content type').split(';')[0] ?? '';
  const shown = names.length === 0 ? 'no headers of its own' : `the headers ${names.slice(0, 12).join(', ')}`;
  return `${body.byteLength} bytes, ${escapeText(type.slice(0, 60))}, ${shown}`;
}

function bodyOf(request: IncomingMessage, limit: number): Promise<CollectedBody> {
  return collectBody(request, limit, { take: () => undefined, close: () => {} });
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([(rawHeaders[index] ?? '').toLowerCase(), rawHeaders[index + 1] ?? '']);
  }
  return headers;
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const type = body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...type, ...headers, connection: 'close' }).end(body);
}
