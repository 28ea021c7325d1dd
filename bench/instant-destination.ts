import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A destination that responds to every update at once, as fast as possible, and counts the updates. */
let updates = 0;
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/count') return response.end(String(updates));
  if (url.pathname.endsWith('additionalCustomerFields')) return response.end('[]');
  request.on('data', () => {});
  return request.on('end', () => {
    updates += 1;
    response.end(`{"id":${url.searchParams.get('id')},"changes":[]}`);
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
