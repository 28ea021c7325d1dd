import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A database that is there says goodbye in less. */
const goodbyeMs = 1_000;

/**
 * Does a work on a connection of its own, and hangs up at its end, also where what is at the other end never does. What
 * breaks the connection breaks a statement of the work.
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
