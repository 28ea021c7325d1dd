import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Starts a server that forwards and records every request until the end of the test; returns its address. */
export async function recording(to: string, seen: { url: string; body: string }[]): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    seen.push({ url: request.url ?? '', body });
    const reply = await fetch(`${to}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
      ...(body !== '' && { body }),
    });
    const type = reply.headers.get('content-type') ?? 'text/plain';
    response.writeHead(reply.status, { 'content-type': type }).end(await reply.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
