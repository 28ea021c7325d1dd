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
 * Offers one of something to all files of a run; it starts when the first of them asks for it. `variable`: of the
 * environment, which tells them where to ask. Vitest calls a setup once for each project, before its processes start.
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
