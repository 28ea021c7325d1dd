import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The time limit for closing a connection. Milliseconds. */
const goodbyeMs = 1_000;

/**
 * Runs work on a connection of its own and closes the connection at the end, even if the server does not respond. A
 * broken connection makes a statement of the work fail.
 */
export async function onOwnConnection<Result>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const socket = new Socket();
  const client = new pg.Client({ application_name: 'fieldbridge', ...config, stream: () => socket });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await Promise.race([client.end().catch(() => {}), sleep(goodbyeMs, undefined, { ref: false })]);
    socket.destroy();
  }
}
