import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, request as requestTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The behaviour of a reverse proxy. */
export interface ProxyOptions {
  /** Its address for outgoing connections, in 127.0.0.0/8: all of them are this machine. */
  readonly from: string;
  /** Its certificate and key; absent for plain HTTP. */
  readonly tls?: { cert: string; key: string };
  /** The path prefix that it serves and does not remove. */
  readonly prefix?: string;
  /** Headers that it sets; an undefined value removes the header. */
  readonly headers?: (incoming: IncomingMessage) => OutgoingHttpHeaders;
}

/** Starts a reverse proxy like nginx: it appends to X-Forwarded-For and sets the other headers. */
export async function reverseProxy(target: string, options: ProxyOptions): Promise<string> {
  const scheme = options.tls ? 'https' : 'http';
  const handle = (incoming: IncomingMessage, answer: ServerResponse) => {
    if (!incoming.url?.startsWith(options.prefix ?? '')) return answer.writeHead(404).end();
    const before = incoming.headers['x-forwarded-for'];
    const peer = incoming.socket.remoteAddress;
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': before === undefined ? peer : `${before}, ${peer}`,
      'x-forwarded-proto': scheme,
      'x-forwarded-host': incoming.headers.host,
      host: new URL(target).host,
      ...options.headers?.(incoming),
    };
    const ask = target.startsWith('https:') ? requestTls : request;
    const onward = ask(
      new URL(incoming.url, target),
      // The certificate of the server is not the subject of these tests.
      { method: incoming.method, headers, localAddress: options.from, rejectUnauthorized: false },
      reply => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    return incoming.pipe(onward);
  };
  const server = options.tls ? createTlsServer(options.tls, handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A response. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends one request on its own connection, from an address in 127.0.0.0/8. */
export async function send(
  url: string,
  options: {
    from?: string;
    method?: string;
    headers?: OutgoingHttpHeaders;
    body?: string | Uint8Array;
    ca?: string;
    servername?: string;
  } = {},
): Promise<Answer> {
  const { from = '127.0.0.1', method = 'POST', headers = {}, body, ca, servername } = options;
  const ask = url.startsWith('https:') ? requestTls : request;
  const tls = ca === undefined ? {} : { ca, ...(servername !== undefined && { servername }) };
  const outgoing = ask(url, {
    method,
    agent: false,
    localAddress: from,
    headers: { 'content-type': 'application/json', ...headers },
    ...tls,
  });
  outgoing.end(body);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: String(Buffer.concat(chunks)) };
}
