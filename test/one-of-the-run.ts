import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A resource that all files of a run share. */
export interface Shared {
  /** The address at which the files use it. */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts a resource for all files of a run when the first of them requests it. `variable`: the environment
 * variable with the address for requests. Vitest calls a setup once for each project, before its processes start.
 */
export async function offerToAll(
  variable: string,
  start: () => Promise<Shared>,
): Promise<() => Promise<void>> {
  if (process.env[variable]) return async () => {};
  let shared: Promise<Shared> | undefined;
  const door = createServer((_, response) => {
    shared ??= start();
    shared.then(
      ({ address }) => response.end(address),
      error => response.writeHead(500).end(String(error)),
    );
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  process.env[variable] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return async () => {
    door.close();
    await (await shared)?.stop();
  };
}

/** Returns the address in this variable; undefined if nothing is offered. */
export async function addressOfTheRun(variable: string): Promise<string | undefined> {
  const door = process.env[variable];
  if (!door) return undefined;
  const answer = await fetch(door);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
