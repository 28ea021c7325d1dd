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

/** What a reverse proxy of the tests does with a request. */
export interface ProxyWish {
  /** The address that it connects from: one of 127.0.0.0/8, all of which are this machine. */
  readonly from: string;
  /** Its certificate and key; left out: it speaks HTTP. */
  readonly tls?: { cert: string; key: string };
  /** A prefix of paths that it takes, and leaves as it is. */
  readonly prefix?: string;
  /** Headers that it sets; a name of undefined is taken out. */
  readonly headers?: (incoming: IncomingMessage) => OutgoingHttpHeaders;
}

/** Starts a reverse proxy in front of a server, as nginx is set up: it adds to X-Forwarded-For and sets the others. */
export async function reverseProxy(target: string, wish: ProxyWish): Promise<string> {
  const scheme = wish.tls ? 'https' : 'http';
  const handle = (incoming: IncomingMessage, answer: ServerResponse) => {
    if (!incoming.url?.startsWith(wish.prefix ?? '')) return answer.writeHead(404).end();
    const before = incoming.headers['x-forwarded-for'];
    const peer = incoming.socket.remoteAddress;
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': before === undefined ? peer : `${before}, ${peer}`,
      'x-forwarded-proto': scheme,
      'x-forwarded-host': incoming.headers.host,
      host: new URL(target).host,
      ...wish.headers?.(incoming),
    };
    const ask = target.startsWith('https:') ? requestTls : request;
    const onward = ask(
      new URL(incoming.url, target),
      // Whom it passes requests on to is no matter of these tests.
      { method: incoming.method, headers, localAddress: wish.from, rejectUnauthorized: false },
      reply => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    return incoming.pipe(onward);
  };
  const server = wish.tls ? createTlsServer(wish.tls, handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** One request, on a connection of its own, from an address of 127.0.0.0/8. */
export async function send(
  url: string,
  wish: {
    from?: string;
    method?: string;
    headers?: OutgoingHttpHeaders;
    body?: string | Uint8Array;
    ca?: string;
    servername?: string;
  } = {},
): Promise<Answer> {
  const { from = '127.0.0.1', method = 'POST', headers = {}, body, ca, servername } = wish;
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
