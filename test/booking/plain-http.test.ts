import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createClient } from '../../src/booking/http/client.ts';
import { connectionFault } from '../../src/booking/http/connection-fault.ts';
import { encodeCatalogRead } from '../../src/booking/http/encode.ts';
import { Secret } from '../../src/config/secret.ts';

it('names the scheme if a server speaks http where https was asked', async () => {
  const server = createServer((_, response) => response.end('{}'));
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `https://127.0.0.1:${port}`;
  const client = createClient({ baseUrl, token: new Secret('t'), timeoutMs: 5000, connections: 1 });
  try {
    expect(await client.send(encodeCatalogRead('de'))).toMatchObject({
      kind: 'not-sent',
      code: 'ERR_SSL_WRONG_VERSION_NUMBER',
      detail: expect.stringContaining(
        'the server speaks http on this port, and the address begins with https',
      ),
    });
  } finally {
    await client.close();
    server.close();
  }
});

it('adds nothing to other faults', () => {
  const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  expect(connectionFault(refused)).toMatchObject({ detail: 'ECONNREFUSED' });
});
