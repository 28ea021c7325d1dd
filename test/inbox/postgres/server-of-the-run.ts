import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OwnPostgresServer, startOwnPostgres } from './server.ts';

/**
 * Lets all files of a run share one PostgreSQL, which starts when the first of them asks for it: each makes databases of
 * its own in it. Vitest calls this once for each project, before its processes start.
 */
export default async function offerServer(): Promise<() => Promise<void>> {
  if (process.env.POSTGRES_OF_THE_RUN) return async () => {};
  let server: Promise<OwnPostgresServer> | undefined;
  const door = createServer((_, response) => {
    server ??= startOwnPostgres({ settings: ['max_connections=500'] });
    server.then(
      ({ url }) => response.end(url),
      error => response.writeHead(500).end(String(error)),
    );
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  process.env.POSTGRES_OF_THE_RUN = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return async () => {
    door.close();
    await (await server)?.stop();
  };
}
